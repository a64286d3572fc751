/**
 * uFuzzy: it filters lines of text and says how well each one matches; a line is a field of a term.
 * A search for each word, with errors when there is no other match; a word is worth its rarity.
 */

import uFuzzy from "@leeoniya/ufuzzy";

import { Ballot } from "../ballot.mjs";
import { readTerms } from "../engine.mjs";
import { editsFor, fieldsOf, readQuery } from "../text.mjs";

export const name = "uFuzzy";
export const library = {
  package: "@leeoniya/ufuzzy", files: ["@leeoniya/ufuzzy/dist/uFuzzy.iife.min.js"],
};

const FIELDS = { whole: 3, wholeAliases: 2.6, names: 1, aliases: 0.8, definition: 0.3 };
/** Spaces alone divide words: `q4km` is one. */
const SPLIT = { interSplit: " +", intraSplit: "(?!)", intraBound: "(?!)", interBound: " ",
  interLft: 2 };
const BEGINNING = new uFuzzy(SPLIT);
const ONE_ERROR = { intraMode: /** @type {const} */ (1), intraIns: 1, intraSub: 1, intraTrn: 1,
  intraDel: 1 };
const MISTYPED = new uFuzzy({ ...SPLIT, ...ONE_ERROR, interRgt: 2, intraSlice: [0, Infinity] });
const MISTYPED_BEGINNING = new uFuzzy({ ...SPLIT, ...ONE_ERROR });

/** A sign would be syntax of a regular expression. @param {string} text */
const spell = (text) => text.replaceAll("+", "p").replaceAll("#", "s");

/** @param {import("../engine.mjs").Files} files */
export const open = (files) => {
  const terms = readTerms(files).map(fieldsOf);
  const lines = (/** @type {(keyof typeof FIELDS)[]} */ fields) => {
    const all = terms.flatMap((/** @type {any} */ term) => fields
      .filter((field) => term[field])
      .map((field) => ({ id: term.id, text: spell(term[field]), worth: FIELDS[field] })));
    return { all, texts: all.map((/** @type {any} */ { text }) => text) };
  };
  const named = lines(["whole", "wholeAliases"]);
  const told = lines(["names", "aliases", "definition"]);
  const short = lines(["names", "aliases"]);

  /** The terms that have the word, with what each match is worth. @returns {[string, number][]} */
  const ask = (/** @type {uFuzzy} */ matcher, /** @type {ReturnType<typeof lines>} */ among,
    /** @type {string} */ word, /** @type {number} */ worth) => {
    const found = matcher.filter(among.texts, word);
    if (!found?.length) return [];
    const info = matcher.info(found, among.texts, word);
    return info.idx.map((at, nth) => {
      const { id, worth: ofField, text } = among.all[at];
      const whole = info.terms[nth] || ` ${text} `.includes(` ${word} `) ? 1 : 0.4;
      return [id, worth * whole * ofField / (1 + text.length / 400)];
    });
  };

  return (/** @type {string} */ query) => {
    const ballot = new Ballot();
    const { words, pieces } = readQuery(query);
    const vote = (/** @type {ReturnType<typeof lines>} */ among, /** @type {string} */ word,
      /** @type {string} */ stem) => {
      let votes = ask(BEGINNING, among, word, 1);
      if (stem !== word) votes = votes.concat(ask(BEGINNING, among, stem, 0.8));
      // Names of several words are not guessed: it takes long, and their words are guessed as well.
      if (!votes.length && editsFor(word) && (among === told || pieces.length === 1)) {
        votes = ask(MISTYPED, among === told ? short : among, word, 0.6);
        if (stem !== word) votes = votes.concat(ask(MISTYPED, short, stem, 0.5));
      }
      // A word has one error at most in uFuzzy; the second one is hoped to be near the end.
      if (!votes.length && among === told && editsFor(word) > 1) {
        const most = word.slice(0, Math.ceil(word.length * 0.6));
        votes = ask(MISTYPED_BEGINNING, short, most, 0.4);
      }
      const rarity = Math.log(1 + terms.length / new Set(votes.map(([id]) => id)).size);
      ballot.addBest(votes.map(([id, score]) => [id, score * rarity]));
    };
    for (const piece of pieces) vote(named, spell(piece), spell(piece));
    for (const { word, stem } of words) vote(told, spell(word), spell(stem));
    return ballot.winners();
  };
};
