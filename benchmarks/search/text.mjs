/**
 * What an expert gives a library that knows words only by how they are written: folded words, their
 * Spanish stems, and squeezed names, in which `q4_k_m`, `Q4-K-M` and `q4km` are one word. All
 * libraries share it; Lemario's own engine does not use it.
 */

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const lunr = require("lunr");
require("lunr-languages/lunr.stemmer.support")(lunr);
require("lunr-languages/lunr.es")(lunr);

/** The words that tell nothing in a query of several words, folded. */
const STOP_WORDS = new Set((
  "a al ante como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde e el " +
  "ella ellos en entre era es esa ese eso esta estan este esto estos fue ha hace hacen hacer " +
  "hacia han hay hecho la las le les lo los mas me mi mis muy ni no nos o para pero por porque " +
  "puede pueden puedo que quien quiero se ser si sin sirve sirven significa sobre son su sus " +
  "tan te tengo tiene tienen tu tus u un una unas uno unos usa usan usar uso y ya yo " +
  "about am an and any are as at be between by can could do does for from get has have how i " +
  "if in into is it its mean means my not of on or should so than that the their there these " +
  "they this to use used using was we what when where which who why will with you your"
).split(" "));

const WORDS = /[\p{L}\p{N}]+(?:\+\+|#)?/gu;

/** @param {string} text */
export const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]+/g, "").toLowerCase();

/** @param {string} text @returns {string[]} Folded words. */
export const wordsOf = (text) => fold(text).match(WORDS) ?? [];

/** @param {string} text */
export const squeeze = (text) => wordsOf(text).join("");

/** @type {Map<string, string>} */
const stems = new Map();

/** @param {string} word Folded. @returns {string} Its Spanish Snowball stem, folded. */
export const stem = (word) => {
  let known = stems.get(word);
  if (known === undefined) {
    // Snowball knows this suffix with its accent only, which folding took and many never type.
    known = fold(lunr.es.stemmer(word.replace(/([cs])ion$/, "$1ión")));
    stems.set(word, known);
  }
  return known;
};

/** @param {string[]} words @returns {string[]} Without stop words, unless there is nothing else. */
const telling = (words) => {
  const kept = words.filter((word) => !STOP_WORDS.has(word));
  return kept.length ? kept : words;
};

/** @param {string} text @returns {string[]} Words that punctuation joins, squeezed: `llama.cpp`. */
const runsOf = (text) => text.split(/\s+/).filter((run) => wordsOf(run).length > 1).map(squeeze);

/** @param {string} text @returns {string[]} Words, stems and squeezed runs, each once. */
export const tokensOf = (text) => {
  const words = telling(wordsOf(text));
  return [...new Set([...words, ...words.map(stem), ...runsOf(text)])];
};

/**
 * A term as fields of tokens, which a space divides. `whole` are its names, each as one token.
 * @param {import("./corpus.mjs").Term} term
 */
export const fieldsOf = ({ id, es, en, aliases, def_es }) => {
  const tokens = (/** @type {string[]} */ texts) => [...new Set(texts.flatMap(tokensOf))].join(" ");
  return {
    id,
    whole: [...new Set([es, en].map(squeeze))].join(" "),
    wholeAliases: aliases.map(squeeze).join(" "),
    names: tokens([es, en]),
    aliases: tokens(aliases),
    definition: tokens([def_es]),
  };
};

/**
 * A query as its words with their stems, and as squeezed pieces that may be names: the whole,
 * neighbours, runs.
 * @param {string} query
 * @returns {{words: {word: string, stem: string}[], pieces: string[], whole: string}}
 */
export const readQuery = (query) => {
  const all = wordsOf(query);
  const whole = all.join("");
  const pairs = all.slice(1).map((word, at) => all[at] + word);
  const words = [...new Set(telling(all))].map((word) => ({ word, stem: stem(word) }));
  return { words, pieces: [...new Set([whole, ...pairs, ...runsOf(query)])], whole };
};

/** @param {string} word @returns {number} The typing errors that are forgiven at first. */
export const editsFor = ({ length }) => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * For libraries that count a transposition as two edits: what was meant, if it is a known word.
 * @param {string} word
 * @param {Set<string>} known
 */
export const untwist = (word, known) => {
  if (known.has(word) || word.length < 4) return word;
  for (let at = 0; at + 1 < word.length; at += 1) {
    const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    if (known.has(swapped)) return swapped;
  }
  return word;
};
