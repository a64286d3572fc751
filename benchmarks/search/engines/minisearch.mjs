/** MiniSearch: fields with weights; each word of a query by prefix and with typing errors. */

import MiniSearch from "minisearch";

import { readTerms } from "../engine.mjs";
import { editsFor, fieldsOf, readQuery, untwist } from "../text.mjs";

export const name = "MiniSearch";
export const library = { package: "minisearch", used: ["default"] };

const split = (/** @type {string} */ text) => text.split(" ").filter(Boolean);

/** Also for the index that is built beforehand. */
export const OPTIONS = {
  fields: ["whole", "wholeAliases", "names", "aliases", "definition"],
  tokenize: split,
  processTerm: (/** @type {string} */ term) => term,
};

/** @param {MiniSearch} index */
export const searcher = (index) => {
  /** @type {Set<string>} */
  const known = new Set();
  for (const [term] of index._index) known.add(term);
  const answer = (/** @type {string} */ query, /** @type {number} */ moreEdits) => {
    const { words, pieces } = readQuery(query);
    const last = words.at(-1)?.word;
    const queries = words.map(({ word, stem }) => {
      return {
        queries: [...new Set([word, untwist(word, known), stem])],
        fields: ["names", "aliases", "definition"],
        boost: { names: 3, aliases: 2, definition: 0.6 },
        prefix: (/** @type {string} */ term) => term.length > (word === last ? 1 : 3),
        fuzzy: (/** @type {string} */ term) => {
          const edits = editsFor(term);
          return edits && edits + moreEdits;
        },
        weights: { prefix: 0.5, fuzzy: 0.45 },
      };
    });
    const whole = {
      queries: pieces,
      fields: ["whole", "wholeAliases"],
      boost: { whole: 20, wholeAliases: 16 },
      weights: { prefix: 0.1, fuzzy: 0.3 },
      prefix: (/** @type {string} */ term) => term.length > 1,
      fuzzy: editsFor,
    };
    return index.search({ combineWith: "OR", queries: [...queries, whole] });
  };
  return (/** @type {string} */ query) => {
    const found = answer(query, 0);
    return (found.length ? found : answer(query, 1)).slice(0, 10).map(({ id }) => id);
  };
};

/** @param {import("../engine.mjs").Files} files */
export const open = (files) => {
  const index = new MiniSearch(OPTIONS);
  index.addAll(readTerms(files).map(fieldsOf));
  return searcher(index);
};
