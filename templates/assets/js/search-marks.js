/// <reference path="search.js" />
"use strict";

/** Where a query is found in a text: what to mark, and which sentence answers. Pure, as the engine. */
const LemarioMarks = (() => {
  /** Below this likeness a word is too far from the query's to be marked for it. */
  const MARKED = 51;
  const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:\+\+|#)?/gu;

  /**
   * The words of a text that resemble those of a query, as starts and ends.
   * @param {string} text
   * @param {(word: string) => number} likeness Of the engine, for the query.
   * @param {string} [unfinished] The query's last word, folded: of a longer one, that much is marked.
   * @returns {[number, number][]}
   */
  const find = (text, likeness, unfinished = "") => {
    /** @type {[number, number][]} */ const marked = [];
    for (const { 0: written, index } of text.matchAll(WORD)) {
      const word = LemarioSearch.fold(written);
      if (likeness(word) < MARKED) continue;
      // Unless folding has made it longer or shorter.
      const typed = unfinished && word.length === written.length && word.startsWith(unfinished);
      marked.push([index, index + (typed ? unfinished : written).length]);
    }
    return marked;
  };

  /** @typedef {ReturnType<typeof LemarioSearch.create>} Engine */

  /** @param {string} query @returns {string} */
  const lastWord = (query) => LemarioSearch.fold(query).match(WORD)?.at(-1) ?? "";

  /**
   * Where words that resemble those of the query stand in a text, as starts and ends.
   * @param {Engine} engine
   * @param {string} text
   * @param {string} query
   * @returns {[number, number][]}
   */
  const marks = (engine, text, query) => find(text, engine.likeness(query), lastWord(query));

  /**
   * The sentence of an entry's definitions that has most of the query, and its language.
   * @param {Engine} engine
   * @param {Entry} entry
   * @param {string} query
   * @param {Lang} lang The reader's; it comes first.
   * @returns {{text: string, lang: Lang}}
   */
  const passage = (engine, entry, query, lang) => {
    const likeness = engine.likeness(query);
    let best = { text: "", lang, count: 0 };
    for (const one of /** @type {Lang[]} */ (lang === "es" ? ["es", "en"] : ["en", "es"])) {
      const { summary, rest } = entry[one];
      for (const text of [summary, ...rest.split(/(?<=[.!?…]) /)]) {
        const count = find(text, likeness).length;
        if (text && (count > best.count || !best.text)) best = { text, lang: one, count };
      }
    }
    return { text: best.text, lang: best.lang };
  };

  return { marks, passage };
})();
