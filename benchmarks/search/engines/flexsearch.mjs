/**
 * FlexSearch: an index for each field, by whole words, by beginnings and, once a word is not found,
 * with typing errors or by sound. It ranks but gives no score, so what a word is worth is its
 * rarity.
 */

import FlexSearch from "flexsearch";

import { Ballot } from "../ballot.mjs";
import { readTerms } from "../engine.mjs";
import { fieldsOf, readQuery } from "../text.mjs";

export const name = "FlexSearch";
export const library = {
  package: "flexsearch", files: ["flexsearch/dist/flexsearch.bundle.min.js"],
};

/** What a match in a field is worth. */
const FIELDS = { whole: 3, wholeAliases: 2.6, names: 1, aliases: 0.8, definition: 0.3 };
const WHOLE = ["whole", "wholeAliases"];
const WORDS = ["names", "aliases", "definition"];
const MANY = 1000;

/** @param {import("../engine.mjs").Files} files */
export const open = (files) => {
  const terms = readTerms(files).map(fieldsOf);
  const indexes = (/** @type {any} */ options, fields = Object.keys(FIELDS)) => (
    Object.fromEntries(fields.map((field) => {
      const index = new FlexSearch.Index(options);
      terms.forEach((/** @type {any} */ term, /** @type {number} */ at) => {
        if (term[field]) index.add(at, term[field]);
      });
      return [field, index];
    })));
  const encode = (/** @type {string} */ text) => text.split(" ").filter(Boolean);
  const same = indexes({ tokenize: "strict", encode });
  const beginning = indexes({ tokenize: "forward", encode });
  /** What is tried for a word that is not found, made when it is first needed. */
  const guesses = [
    { tokenize: "tolerant", encode },
    { tokenize: "tolerant", encoder: FlexSearch.Charset.LatinAdvanced },
    { tokenize: "strict", encoder: FlexSearch.Charset.LatinExtra },
  ].map((options) => {
    /** @type {ReturnType<typeof indexes> | undefined} */
    let made;
    return () => (made ??= indexes(options, ["names", "aliases"]));
  });

  /** The terms that have the word, with the best worth of a field. */
  const ask = (/** @type {any} */ among, /** @type {string[]} */ fields,
    /** @type {string} */ word, /** @type {number} */ worth) => {
    const found = new Map();
    for (const field of fields) {
      const ids = among[field]?.search(word, { limit: MANY }) ?? [];
      ids.forEach((/** @type {number} */ at, /** @type {number} */ rank) => {
        const { id } = terms[at];
        const score = worth * FIELDS[/** @type {keyof typeof FIELDS} */ (field)]
          * (1 - 0.2 * (rank / ids.length));
        found.set(id, Math.max(score, found.get(id) ?? 0));
      });
    }
    return found;
  };

  return (/** @type {string} */ query) => {
    const ballot = new Ballot();
    const vote = (/** @type {string[]} */ fields, /** @type {string} */ word,
      /** @type {string} */ stem) => {
      let votes = [...ask(same, fields, word, 1), ...ask(same, fields, stem, 0.8)];
      if (word.length > 1) votes = votes.concat([...ask(beginning, fields, word, 0.5)]);
      for (const guess of fields === WORDS && word.length > 3 ? guesses : []) {
        if (votes.length) break;
        votes = [...ask(guess(), fields, word, 0.5), ...ask(guess(), fields, stem, 0.4)];
      }
      const rarity = Math.log(1 + terms.length / new Set(votes.map(([id]) => id)).size);
      ballot.addBest(votes.map(([id, score]) => [id, score * rarity]));
    };
    const { words, pieces } = readQuery(query);
    for (const piece of pieces) vote(WHOLE, piece, piece);
    for (const { word, stem } of words) vote(WORDS, word, stem);
    return ballot.winners();
  };
};
