/** lunr with the Spanish stemmer of lunr-languages; a query is built clause by clause. */

import { createRequire } from "node:module";

import { readTerms } from "../engine.mjs";
import { editsFor, fieldsOf, readQuery } from "../text.mjs";

const lunr = createRequire(import.meta.url)("lunr");

export const name = "lunr";
export const library = {
  package: "lunr",
  files: ["lunr/lunr.min.js", "lunr-languages/min/lunr.stemmer.support.min.js",
    "lunr-languages/min/lunr.es.min.js"],
};

const { TRAILING } = lunr.Query.wildcard;
const WORDS_IN = { fields: ["names", "aliases", "definition"] };
const NAMES_IN = { fields: ["whole", "wholeAliases"] };

/** @param {import("../corpus.mjs").Term[]} terms */
export const build = (terms) => lunr((/** @type {any} */ builder) => {
  // The fields come stemmed already: the whole names must not be.
  builder.pipeline.reset();
  builder.searchPipeline.reset();
  builder.tokenizer = (/** @type {string} */ text) => (
    text.split(" ").filter(Boolean).map((token) => new lunr.Token(token, {})));
  builder.ref("id");
  builder.field("whole", { boost: 5 });
  builder.field("wholeAliases", { boost: 4 });
  builder.field("names", { boost: 3 });
  builder.field("aliases", { boost: 2 });
  builder.field("definition", { boost: 0.6 });
  for (const term of terms) builder.add(fieldsOf(term));
});

/** @param {any} index */
export const searcher = (index) => {
  const answer = (/** @type {string} */ query, /** @type {number} */ moreEdits) => (
    index.query((/** @type {any} */ clauses) => {
      const { words, pieces } = readQuery(query);
      const last = words.at(-1)?.word;
      for (const { word, stem } of words) {
        clauses.term(word, { ...WORDS_IN, boost: 4 });
        if (stem !== word) clauses.term(stem, { ...WORDS_IN, boost: 3 });
        if (word.length > (word === last ? 1 : 3)) {
          clauses.term(word, { ...WORDS_IN, wildcard: TRAILING });
        }
        const editDistance = editsFor(word) && editsFor(word) + moreEdits;
        if (editDistance) clauses.term(word, { ...WORDS_IN, editDistance });
      }
      for (const piece of pieces) {
        clauses.term(piece, { ...NAMES_IN, boost: 20 });
        if (piece.length > 1) clauses.term(piece, { ...NAMES_IN, wildcard: TRAILING });
        const editDistance = editsFor(piece);
        if (editDistance) clauses.term(piece, { ...NAMES_IN, editDistance, boost: 2 });
      }
    }));
  return (/** @type {string} */ query) => {
    const found = answer(query, 0);
    return (found.length ? found : answer(query, 1)).slice(0, 10)
      .map((/** @type {any} */ { ref }) => ref);
  };
};

/** @param {import("../engine.mjs").Files} files */
export const open = (files) => searcher(build(readTerms(files)));
