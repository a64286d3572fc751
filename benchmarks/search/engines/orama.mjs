/**
 * Orama: a search for each word, because its tolerance of typing errors is one for the whole query
 * and a beginning counts as much as the word. Whole names are looked for before anything else.
 */

import { create, insertMultiple, search } from "@orama/orama";

import { Ballot } from "../ballot.mjs";
import { readTerms } from "../engine.mjs";
import { editsFor, fieldsOf, readQuery, untwist } from "../text.mjs";

export const name = "Orama";
export const library = { package: "@orama/orama", used: ["create", "insertMultiple", "search"] };

const BOOST = { whole: 6, wholeAliases: 5, names: 3, aliases: 2, definition: 0.6 };
const NAMES_IN = ["whole", "wholeAliases"];
const WORDS_IN = ["names", "aliases", "definition"];
/** A common beginning has many words; the right one must be among those that are added up. */
const MANY = 200;

/** @param {import("../engine.mjs").Files} files */
export const open = async (files) => {
  const terms = readTerms(files).map(fieldsOf);
  const tokenizer = {
    language: "spanish",
    normalizationCache: new Map(),
    tokenize: (/** @type {string} */ text) => text.split(" ").filter(Boolean),
  };
  const text = /** @type {const} */ ("string");
  const index = create({
    schema: { whole: text, wholeAliases: text, names: text, aliases: text, definition: text },
    components: { tokenizer },
    sort: { enabled: false },
  });
  await insertMultiple(index, terms);
  const known = new Set(terms.flatMap((/** @type {Record<string, string>} */ { id, ...fields }) => (
    Object.values(fields).join(" ").split(" "))));

  const ask = (/** @type {string} */ term, /** @type {string[]} */ properties, rest = {}) => {
    const found = search(index, { term, properties, boost: BOOST, limit: MANY, ...rest });
    return /** @type {any} */ (found).hits;
  };
  const askMore = (/** @type {string} */ term, /** @type {string[]} */ properties) => {
    for (let tolerance = 1; tolerance <= editsFor(term); tolerance += 1) {
      const found = ask(term, properties, { tolerance });
      if (found.length) return found;
    }
    return [];
  };

  return (/** @type {string} */ query) => {
    const ballot = new Ballot();
    const count = (/** @type {any[]} */ found, /** @type {number} */ worth) => {
      for (const { id, score } of found) ballot.add(id, score * worth);
    };
    const { words, pieces } = readQuery(query);
    for (const piece of pieces) {
      if (known.has(piece)) count(ask(piece, NAMES_IN, { exact: true }), 5);
      const found = piece.length > 1 ? ask(piece, NAMES_IN) : [];
      count(found.length ? found : askMore(piece, NAMES_IN), 0.3);
    }
    for (const { word, stem } of words) {
      const meant = untwist(word, known);
      if (known.has(meant)) count(ask(meant, WORDS_IN, { exact: true }), 1);
      if (stem !== word && known.has(stem)) count(ask(stem, WORDS_IN, { exact: true }), 0.7);
      const found = word.length > 1 ? ask(meant, WORDS_IN) : [];
      count(found.length ? found : askMore(word, WORDS_IN), 0.3);
    }
    return ballot.winners();
  };
};
