"use strict";

/**
 * The search engine: pure, without the page and without dependencies. It finds terms, and whatever
 * else the payload lists, by any of their names in both languages, forgiving accents, punctuation,
 * word order, inflection and typing errors, and by the words of their definitions.
 *
 * How a query is answered:
 * 1. Query and names are folded and cut into words. A run of words that punctuation joins is a word
 *    as well, squeezed: `llama.cpp`, `llama cpp` and `llamacpp` meet there; so do whole names.
 * 2. Each word of the query collects the words of names that resemble it, with a likeness from 0 to
 *    100: the same word, another number or gender, another word of the family, a beginning, typing
 *    errors. In definitions, which are searched as texts and not indexed, it finds all but the last.
 * 3. A name scores by how much of the query it covers, rare words counting more, and by how much of
 *    itself the query covers; a term by its best name and by all that is known of it. A whole name
 *    stands above everything, but for a question, which is answered by what is told of a term.
 *
 * All weights and scores are whole numbers, so that every engine of JavaScript comes to the same.
 *
 * @typedef {"es" | "en"} Lang
 * @typedef {"term" | "acronym" | "expansion" | "alias" | "hidden" | "avoid"} NameField
 * @typedef {NameField | "definition"} Field
 *
 * @typedef {object} Group What entries belong to: a category of terms, models, devices, tools.
 * @property {string} id
 * @property {string} kind `term`, or what else its entries are.
 * @property {number} count How many entries; those of a group follow those of the one before it.
 * @property {string} es Its name in Spanish.
 * @property {string} en
 *
 * @typedef {object} Columns Texts of all entries in one language: a line an entry, empty if it has
 *   none. Several names of one entry are separated by a tab, and so is the first sentence of a
 *   definition from the rest. A column without any text is left out.
 * @property {string} [term]
 * @property {string} [acronym]
 * @property {string} [expansion]
 * @property {string} [alias]
 * @property {string} [hidden]
 * @property {string} [avoid]
 * @property {string} [definition]
 * @property {string} [href] Where an entry lies that is no term, from the site's root.
 *
 * @typedef {object} Data The payload, as `search-data.js` defines it.
 * @property {number} version
 * @property {Group[]} groups
 * @property {string} ids A line an entry; empty where the id is the Spanish name, folded, its spaces
 *   turned to hyphens and ñ to n.
 * @property {string[]} suggested Ids of terms to show before anything is typed.
 * @property {Columns} es
 * @property {Columns} en
 *
 * @typedef {{term: string, summary: string, rest: string, href: string}} Side An entry in one language:
 *   its name, the first sentence of its definition and the rest of it, and where it lies if no term.
 * @typedef {{id: string, group: Group, es: Side, en: Side}} Entry
 *
 * @typedef {object} Hit
 * @property {string} id
 * @property {number} score Greater is better; comparable within one answer only.
 * @property {Field} field The kind of name that matched best.
 * @property {string} matched That name as it is written; "" for a definition, whose sentence that
 *   answers is found by `LemarioMarks`.
 * @property {Lang} lang The language of `matched`.
 * @property {Entry} entry
 *
 * @typedef {Hit[] & {total: number, meant: string}} Hits Best first; `total` counts the hits beyond
 *   `limit` too; `meant` is the name that a mistyped query stands for, else "".
 *
 * @typedef {{text: string, start: number, count: number}} Piece A word and the positions it covers.
 * @typedef {Map<number, number>} Alikes Words or entries, and how alike each is.
 * @typedef {{text: string, from: Int32Array}} Told Folded definitions, and where each begins.
 * @typedef {{entry: number, score: number, total: number, name: number, likes: Uint8Array}} Term What
 *   is found of an entry: the score of its best name, that of all, and that name; for sixteen positions
 *   of the query, the likeness in names, then the same times what names are worth, then the likeness in
 *   definitions.
 */
const LemarioSearch = (() => {
  const VERSION = 2;
  const { floor, max, min } = Math;

  /** Kinds of names, and what a match in each is worth. @type {[NameField, number][]} */
  const FIELDS = [
    ["term", 100], ["acronym", 100], ["expansion", 97], ["alias", 95], ["hidden", 90], ["avoid", 85],
  ];
  /** @type {Lang[]} */
  const LANGS = ["es", "en"];

  /** Likeness of a word to one of the query. Of a family it is less where the word itself is known. */
  const SAME = 100, INFLECTED = 95, FAMILY = 80, FAR_FAMILY = 60;
  /** A beginning counts from the first to the second, by how much of the word is typed. */
  const BEGINNING = 60, ALMOST_WHOLE = 90;
  const MISTYPED_BEGINNING = 50;
  /** By the cost of the typing errors: an edit costs 2, of what sounds alike 1. */
  const MISTYPED = [0, 82, 75, 62, 55];
  /** Below this likeness a match is a guess, and a guess must explain most of the query. */
  const SURE = 75;
  /** What a word of a definition is worth beside one of a name, in percent. */
  const TOLD = 60;

  /** Characters and words of a query that are read: a pasted page must not stop the browser. */
  const LONGEST_QUERY = 200, MOST_WORDS = 16;
  /** Places that are looked at for a short beginning or for a word of definitions. */
  const MOST_PLACES = 400;
  /** Where the second and the third sixteen of what is found of an entry begin. */
  const KNOWN_AT = 16, TOLD_AT = 32;
  /** Longer words are matched without forgiving typing errors. */
  const LONGEST = 40;
  /** Answers about single words that are kept while a query is typed. */
  const MOST_KEPT = 500;

  // --- Folding: the twin of `fold` in core/text.py; shared vectors hold the two together ---------

  const FOLDED =
    /[\u0000-\u058f\u1e00-\u1fff\u2000-\u218f\u2212\ufb00-\ufb06\ufe00-\ufe0f\ufeff\uff01-\uff5e]/;
  const MARK = /[\u0300-\u036f]/;
  const MARKS = /[\u0300-\u036f]+/g;
  const N_TILDE = /n[\u0300-\u036f]*\u0303[\u0300-\u036f]*/g;
  const SPACES = /[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u3000]+/g;
  const INVISIBLE =
    /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]/;
  /** What no folding changes; of the rest, each character is looked up. */
  const UNPLAIN = /[^\t\n -@[-_a-~]/gu;
  /** Without these, lowering the case of a whole text is lowering that of each folded character. */
  const OUTLANDISH = /[^\0-\u024f\u2010-\u2026]/;

  /** @type {Map<string, string>} */
  const REPLACED = new Map();
  for (const pair of "-‐‑‒–—―− '‘’‚‛′‵‹›ʹʼ`´ \"“”„‟″«»".split(" ")) {
    for (const char of pair) REPLACED.set(char, pair[0]);
  }
  for (const pair of "⁄/ øo đd ðd łl ħh ŧt ŋn ıi ςσ ßss æae œoe þth".split(" ")) {
    REPLACED.set(pair[0], pair.slice(1));
  }

  /** @param {string} char @returns {string} */
  const unfold = (char) => {
    if (!FOLDED.test(char)) return char;
    if (INVISIBLE.test(char)) return "";
    const replaced = REPLACED.get(char);
    if (replaced !== undefined) return replaced;
    const lowered = char.normalize("NFKD").toLowerCase();
    const parts = Array.from(lowered, (part) => REPLACED.get(part) ?? part).join("");
    // An n keeps its marks until it is known whether one is a tilde.
    return parts.length < 2 || parts[0] === "n" ? parts.replace(/^n\u0303$/, "ñ")
      : parts[0] + parts.slice(1).replace(MARKS, "");
  };
  /** @type {Map<string, string>} */
  const unfolded = new Map();
  /** @param {string} char @returns {string} */
  const foldChar = (char) => {
    let folded = unfolded.get(char);
    if (folded === undefined) unfolded.set(char, folded = unfold(char));
    return folded;
  };

  /** Folds all characters but white space. @param {string} text @returns {string} */
  const foldChars = (text) => {
    const lower = OUTLANDISH.test(text) ? text : text.toLowerCase();
    const folded = lower.replace(UNPLAIN, foldChar);
    return MARK.test(folded) ? folded.replace(N_TILDE, "ñ").replace(MARKS, "") : folded;
  };

  /**
   * The text as it is compared: lower case, without accents but for the ñ, with plain quotes,
   * dashes and spaces.
   * @param {string} text
   * @returns {string}
   */
  const fold = (text) => foldChars(text).replace(SPACES, " ").replace(/^ | $/g, "");

  // --- Words -------------------------------------------------------------------------------------

  /** Words that say little, or what their inflections have in common. */
  const STOP_WORDS = new Set((
    "a about al algo algun an and ante antes any are asi at aun aunque be between by cada can " +
    "casi como con conseguir consigo cos cual cuando cuant da dar de deb decir dej del desde " +
    "dice dicen digo do does donde e el ell en entonces entre era es esa ese eso est for from " +
    "fue get ha hac hacer hacia hag han has hasta have hay he hecho how i if in into ir is it " +
    "its la las le les llev lo los luego mas me mean mi mientras mism much muy my nada necesit " +
    "ni no nos not nunca o of on or otr para pasa pero poco por porque pued pueden pues que " +
    "quien quier sabe sale salir se sea ser si siempre significa sin sirv so sobre solo son su " +
    "tal tambien tan tant te tener tengo that the this tiene to tod tras tu u un una uno usa " +
    "usan usar use used using uso va van ver vez was we were what when where which who why will " +
    "with y ya yo you your"
  ).split(" "));

  /** @param {string} word @returns {boolean} */
  const isStop = (word) => STOP_WORDS.has(word) || STOP_WORDS.has(lightStem(word));

  /** Stems of words that make a query a question, by the language that it is asked in. */
  const ASKING = new Map();
  for (const word of "que com cual cuand cuant dond quien pued pueden".split(" ")) ASKING.set(word, "es");
  for (const word of "how what wher which who why when can".split(" ")) ASKING.set(word, "en");

  const [UNKNOWN, LETTER, OTHER] = [0, 1, 2];
  const kinds = new Uint8Array(65536);
  const IS_LETTER = /[\p{L}\p{N}]/u;
  /** @param {number} code @returns {number} */
  const kindOf = (code) => {
    if (kinds[code] === UNKNOWN) kinds[code] = IS_LETTER.test(String.fromCharCode(code)) ? LETTER : OTHER;
    return kinds[code];
  };
  for (let code = 0; code < 128; code++) kindOf(code);

  /**
   * Where the word ends that begins at `from`; `from` itself where none does.
   * @param {string} text
   * @param {number} from
   * @returns {number}
   */
  const endOf = (text, from) => {
    let at = from;
    while (at < text.length && kindOf(text.charCodeAt(at)) === LETTER) at++;
    if (at === from) return at;
    if (text.charCodeAt(at) === 35) return at + 1; // C#
    return text.startsWith("++", at) ? at + 2 : at; // C++
  };

  /**
   * The word without number and gender, the same rules for both languages.
   * @param {string} word
   * @returns {string}
   */
  const lightStem = (word) => {
    if (word.length < 4 || /\d/.test(word)) return word;
    const singular = word.endsWith("ces") ? `${word.slice(0, -3)}z`
      : word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
    return singular.length > 3 ? singular.replace(/[aeo]$/, "") : singular;
  };

  const SUFFIX =
    /(?:[ai]miento?|[aiu]?cion|[ai]?tion|sion|[aei]dor|[ai]d|ad[ao]|a?ndo?|iendo?|ing|e?ment|mente?|iz|ed|or|er|ar|ir|[ai]ble?|[ae]nci?|[ae]ncy|iv|ic|al|idad|ity|ly|[ae]n|i?eron|aron|ab|aban|i|amo|emo|[ae]nte?|os)$/;

  /**
   * The stem of the word's family: `entrenar`, `entrenado`, `entrenamiento` → `entren`.
   * @param {string} light The word without number and gender.
   * @returns {string}
   */
  const deepStem = (light) => {
    const stem = light.replace(SUFFIX, "");
    return (stem.length < 4 ? light : stem).replace(/([^l])\1$/, "$1");
  };

  /** @param {number} typed @param {number} whole Lengths. @returns {number} */
  const ofBeginning = (typed, whole) =>
    BEGINNING + floor(((ALMOST_WHOLE - BEGINNING) * typed) / whole);

  // --- Typing errors -----------------------------------------------------------------------------

  const DIGIT = 1 << 30;
  const H = "h".charCodeAt(0);
  /** Letters that sound alike, or look so, have a group and a bit in common; h is not heard. */
  const groups = new Uint8Array(256);
  const bits = new Int32Array(256);
  for (let code = 0; code < 256; code++) bits[code] = 1 << (code & 15);
  for (let code = 97; code < 123; code++) bits[code] = 1 << (code - 97);
  for (let code = 48; code < 58; code++) bits[code] = DIGIT;
  ["cszkqx", "bvw", "gj", "yli", "mnñ"].forEach((letters, at) => {
    for (const letter of letters) {
      groups[letter.charCodeAt(0)] = at + 1;
      bits[letter.charCodeAt(0)] = bits[letters.charCodeAt(0)];
    }
  });
  bits[H] = 0;

  /** @param {string} word @returns {number} A bit for each letter that occurs. */
  const lettersOf = (word) => {
    let letters = 0;
    for (let at = 0; at < word.length; at++) letters |= bits[word.charCodeAt(at) & 255];
    return letters;
  };

  /** @param {number} set @returns {number} How many bits are set. */
  const countBits = (set) => {
    const pairs = set - ((set >>> 1) & 0x55555555);
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  };

  /** @param {string} word @returns {string} */
  const digitsOf = (word) => word.replace(/\D+/g, ".");

  const ROWS = [0, 1, 2].map(() => new Uint8Array(3 * LONGEST));

  /**
   * What it costs to make one word of the other, and to make the best beginning of the other: 2 an
   * edit, a transposition being one; 1 for letters that sound alike, for one of two equal letters,
   * and for an h. Above `most`, any number greater than `most`.
   * @param {string} from
   * @param {string} to
   * @param {number} most
   * @returns {{whole: number, beginning: number}}
   */
  const costOf = (from, to, most) => {
    const width = to.length;
    const beyond = most + 1;
    const band = most >> 1;
    // Three rows of the table of costs; only the diagonal band that can stay within `most`.
    let [before, last, now] = ROWS;
    last[0] = 0;
    for (let column = 1; column <= min(width, band + 1); column++) {
      last[column] = min(beyond, last[column - 1] + (to.charCodeAt(column - 1) === H ? 1 : 2));
    }
    for (let row = 1; row <= from.length; row++) {
      const left = max(1, row - band);
      const right = min(width, row + band);
      const letter = from.charCodeAt(row - 1);
      const previous = from.charCodeAt(row - 2);
      const drop = letter === previous || letter === H ? 1 : 2;
      now[left - 1] = left === 1 && row <= band ? min(beyond, last[0] + drop) : beyond;
      let least = now[left - 1];
      for (let column = left; column <= right; column++) {
        const other = to.charCodeAt(column - 1);
        let cost = last[column - 1];
        if (letter !== other) {
          const earlier = to.charCodeAt(column - 2);
          cost += groups[letter & 255] && groups[letter & 255] === groups[other & 255] ? 1 : 2;
          cost = min(cost, now[column - 1] + (other === earlier || other === H ? 1 : 2));
          if (column < row + band) cost = min(cost, last[column] + drop);
          const swapped = row > 1 && column > 1 && letter === earlier && previous === other;
          if (swapped) cost = min(cost, before[column - 2] + 2);
        }
        now[column] = min(cost, beyond);
        least = min(least, cost);
      }
      if (right < width) now[right + 1] = beyond;
      if (least > most) return { whole: beyond, beginning: beyond };
      [before, last, now] = [last, now, before];
    }
    let beginning = beyond;
    const right = min(width, from.length + band);
    for (let at = max(0, from.length - band); at <= right; at++) {
      beginning = min(beginning, last[at]);
    }
    return { whole: Math.abs(width - from.length) > band ? beyond : last[width], beginning };
  };

  // --- Numbers -----------------------------------------------------------------------------------

  /** Sixteen times the binary logarithm, from 1 on. @param {number} whole @returns {number} */
  const log16 = (whole) => {
    const power = 31 - Math.clz32(whole);
    return 16 * power + floor((16 * (whole - 2 ** power)) / 2 ** power);
  };

  /**
   * Calls for each place where a text stands in another.
   * @param {string} all
   * @param {string} sought
   * @param {(at: number) => boolean | void} visit Ends the search by returning true.
   */
  const eachPlace = (all, sought, visit) => {
    for (let at = all.indexOf(sought); at >= 0; at = all.indexOf(sought, at + 1)) {
      if (visit(at)) return;
    }
  };

  // --- The index ---------------------------------------------------------------------------------

  /**
   * The words of all names. A token is an occurrence of a word in a name: its position there, and
   * how many positions it covers; a name's tokens follow one another.
   * @param {Data} data
   */
  const indexNames = (data) => {
    /** @type {Map<string, number>} */ const vocabulary = new Map();
    /** @type {string[]} */ const words = [];
    /** The first token of each name. @type {number[]} */ const firstOf = [];
    /** @type {number[]} */ const wordOf = [];
    /** @type {number[]} */ const nameOf = [];
    /** @type {number[]} */ const startOf = [];
    /** @type {number[]} */ const countOf = [];
    /** @type {number[]} */ const entryOf = [];
    /** The place of a name's column: its field's times two, and one more in English.
     * @type {number[]} */ const columnOf = [];
    /** Which of an entry's names in that column. @type {number[]} */ const orderOf = [];
    /** @type {number[]} */ const wide = [];
    /** @type {string[]} */ const squeezed = [];
    /** Words, and squeezed names, by their first letter. @type {Map<string, number[]>} */
    const wordsBy = new Map();
    /** @type {Map<string, number[]>} */ const namesBy = new Map();

    /** @param {Map<string, number[]>} drawers @param {string} letter @param {number} number */
    const file = (drawers, letter, number) => {
      const drawer = drawers.get(letter);
      if (drawer) drawer.push(number);
      else drawers.set(letter, [number]);
    };

    /** @param {string} text @param {number} start @param {number} count */
    const note = (text, start, count) => {
      let word = vocabulary.get(text);
      if (word === undefined) {
        word = words.length;
        vocabulary.set(text, word);
        file(wordsBy, text[0], words.length);
        words.push(text);
      }
      wordOf.push(word);
      nameOf.push(entryOf.length - 1);
      startOf.push(start);
      countOf.push(count);
    };

    /** @param {string} text A folded column. @param {number} column */
    const read = (text, column) => {
      const { length } = text;
      let [entry, order, count, chunkStart] = [0, 0, 0, 0];
      let [whole, chunk] = ["", ""];
      for (let at = 0; at <= length; at++) {
        const from = at;
        let code = text.charCodeAt(at);
        // Not `endOf`: this loop sees every character, and in a browser that has just begun.
        while (kinds[code] === LETTER || (kinds[code] === UNKNOWN && kindOf(code) === LETTER)) {
          code = text.charCodeAt(++at);
        }
        if (at > from) {
          if (code === 35) code = text.charCodeAt(++at);
          else if (code === 43 && text.charCodeAt(at + 1) === 43) code = text.charCodeAt(at += 2);
          const piece = text.slice(from, at);
          if (!count) {
            // Here and not of the whole name, which would have to be put together first.
            file(namesBy, piece[0], entryOf.length);
            firstOf.push(wordOf.length);
            entryOf.push(entry);
            columnOf.push(column);
            orderOf.push(order);
          }
          note(piece, count, 1);
          whole = count ? whole + piece : piece;
          if (!chunk) chunkStart = count;
          chunk = chunk ? chunk + piece : piece;
          count++;
        }
        const ends = code === 9 || code === 10 || at >= length;
        if (!ends && code !== 32) continue;
        if (chunk && count - chunkStart > 1) note(chunk, chunkStart, count - chunkStart);
        chunk = "";
        if (!ends) continue;
        if (count) {
          wide.push(count);
          squeezed.push(whole);
          count = 0;
        }
        order = code === 9 ? order + 1 : 0;
        if (code === 10) entry++;
      }
    };
    FIELDS.forEach(([field], at) => {
      LANGS.forEach((lang, second) => {
        const column = data[lang][field];
        if (column) read(foldChars(column), 2 * at + second);
      });
    });

    // The tokens of each word, one word's after another's.
    const tokensOf = new Int32Array(words.length + 1);
    for (const word of wordOf) tokensOf[word]++;
    for (let word = 1; word <= words.length; word++) tokensOf[word] += tokensOf[word - 1];
    const tokens = new Int32Array(wordOf.length);
    for (let token = wordOf.length - 1; token >= 0; token--) tokens[--tokensOf[wordOf[token]]] = token;

    return { vocabulary, words, tokens, wordOf, nameOf, startOf, countOf, entryOf, columnOf, orderOf,
      wide, squeezed, tokensOf, firstOf, wordsBy, namesBy, letters: Int32Array.from(words, lettersOf) };
  };

  /** @param {string | undefined} column @param {number} size @returns {Told[]} */
  const readTold = (column, size) => {
    if (!column) return [];
    const text = ` ${foldChars(column)}`;
    const from = new Int32Array(size + 1).fill(text.length);
    let at = 0;
    for (let entry = 0; entry < size; entry++) {
      from[entry] = at;
      at = text.indexOf("\n", at) + 1 || text.length;
    }
    return [{ text, from }];
  };

  // --- Answering ---------------------------------------------------------------------------------

  /** @typedef {ReturnType<typeof readQuery>} Query */

  /**
   * The words of a query, each with the positions it covers: single words, runs that punctuation
   * joins, neighbours joined, and the whole query squeezed. In a query of several words, words such
   * as "de" or "the" count only within joined pieces.
   * @param {string} text
   */
  const readQuery = (text) => {
    /** @type {Piece[]} */ const pieces = [];
    /** @type {string[]} */ const words = [];
    for (const chunk of fold(text.slice(0, LONGEST_QUERY)).split(" ")) {
      const start = words.length;
      for (let at = 0; at < chunk.length && words.length < MOST_WORDS; at++) {
        const end = endOf(chunk, at);
        if (end === at) continue;
        pieces.push({ text: chunk.slice(at, end), start: words.length, count: 1 });
        words.push(chunk.slice(at, end));
        at = end - 1;
      }
      const count = words.length - start;
      if (count > 1) pieces.push({ text: words.slice(start).join(""), start, count });
    }
    const wide = words.length;
    const squeezed = words.join("");
    for (let start = 0; start + 1 < wide; start++) {
      pieces.push({ text: words[start] + words[start + 1], start, count: 2 });
    }
    if (wide > 2) pieces.push({ text: squeezed, start: 0, count: wide });
    const telling = words.filter((word) => !isStop(word)).length;
    const counts = words.map((word) => !telling || !isStop(word));
    /** @type {Lang | undefined} */
    const tongue = words.map((word) => ASKING.get(lightStem(word))).find(Boolean);
    const question = telling > 1 && (telling > 3 || tongue !== undefined);
    return { pieces: pieces.filter((piece) => piece.count > 1 || counts[piece.start]), counts,
      squeezed, wide, telling, question, tongue };
  };

  /** @param {Alikes} alikes @returns {number} */
  const greatest = (alikes) => max(0, ...alikes.values());

  /**
   * How like a word of a text is to a word of the query.
   * @param {string} text The word of the query.
   * @param {boolean} last Whether it ends the query and so may be unfinished.
   */
  const liken = (text, last) => {
    const light = lightStem(text);
    const deep = deepStem(light);
    /** What all words that are alike begin with. */
    const root = deep.length > 3 ? deep : light.length > 2 ? light : text;
    /** @param {string} word @returns {number} */
    const likeness = (word) => {
      if (word === text) return SAME;
      if (isStop(word)) return 0;
      const other = lightStem(word);
      if (other === light) return INFLECTED;
      if (deep.length > 3 && deepStem(other) === deep) return FAMILY;
      return last && text.length > 2 && word.startsWith(text) ? ofBeginning(text.length, word.length) : 0;
    };
    return { light, deep, root, likeness };
  };

  /**
   * Makes an engine of a payload. `size` is the number of entries.
   * @param {Data} data
   */
  const create = (data) => {
    if (data.version !== VERSION) throw new Error(`search data of version ${data.version}`);
    const size = data.groups.reduce((sum, { count }) => sum + count, 0);
    const { vocabulary, words, tokens, wordOf, nameOf, startOf, countOf, entryOf, columnOf, orderOf,
      wide, squeezed, tokensOf, firstOf, wordsBy, namesBy, letters } = indexNames(data);
    /** Whether each word says little; looked up when it is first asked. @type {boolean[]} */
    const stops = [];
    /** @param {number} word @returns {boolean} */
    const saysLittle = (word) => (stops[word] ??= isStop(words[word]));
    const told = LANGS.flatMap((lang) => readTold(data[lang].definition, size));

    /** @typedef {(word: number, likeness: number) => void} Note Takes down a word that is alike. */

    /**
     * Forgives one typing error, or two in words of eight letters and more; never in a digit.
     * @param {string} text
     * @param {boolean} last
     * @param {Note} note
     */
    const noteMistyped = (text, last, note) => {
      const edits = text.length < 8 ? 1 : 2;
      const mine = lettersOf(text);
      const digits = digitsOf(text);
      const unfinished = last && text.length > 6;
      for (let place = 0; place < letters.length; place++) {
        const theirs = letters[place];
        // A letter that the other word lacks takes an edit of its own.
        if ((mine ^ theirs) & DIGIT || countBits(mine & ~theirs) > edits) continue;
        const word = words[place];
        const { length } = word;
        if (length < 3 || length < text.length - edits || length > LONGEST) continue;
        const sameFirst = word[0] === text[0];
        if (length > text.length + edits && !(unfinished && sameFirst)) continue;
        if (mine & DIGIT && digitsOf(word) !== digits) continue;
        const { whole, beginning } = costOf(text, word, 2 * edits);
        const worth = sameFirst ? 100 : 90;
        // In a short word an error is more of it.
        const short = edits < 2 && whole > 1 ? 5 : 0;
        if (whole <= 2 * edits) note(place, floor(((MISTYPED[whole] - short) * worth) / 100));
        else if (beginning <= 2 && unfinished) note(place, floor((MISTYPED_BEGINNING * worth) / 100));
      }
    };

    /**
     * @param {string} text
     * @param {number[]} longer The words that begin with it.
     * @param {number} share What a beginning is worth, in percent.
     * @param {Note} note
     */
    const noteLonger = (text, longer, share, note) => {
      longer.sort((a, b) => words[a].length - words[b].length || a - b);
      let places = 0;
      for (const word of longer) {
        note(word, floor((ofBeginning(text.length, words[word].length) * share) / 100));
        places += tokensOf[word + 1] - tokensOf[word];
        if (places > MOST_PLACES) return;
      }
    };

    /** @type {Map<string, any>} */ const kept = new Map();
    /**
     * Does work once for each key; forgets all when that is too much.
     * @template T
     * @param {string} key
     * @param {() => T} make
     * @returns {T}
     */
    const keep = (key, make) => {
      if (!kept.has(key)) {
        if (kept.size > MOST_KEPT) kept.clear();
        kept.set(key, make());
      }
      return kept.get(key);
    };

    /**
     * The words of names that resemble a word of the query; `guessed` if only by a typing error.
     * @param {Piece} piece
     * @param {Query} query
     * @returns {{alikes: Alikes, guessed: boolean}}
     */
    const alike = ({ text, start, count }, { wide: width, question }) => {
      const last = start + count === width;
      const whole = count > 1 && count === width;
      return keep(`${[question, last, whole]} ${text}`, () => {
        /** @type {Alikes} */ const alikes = new Map();
        /** @param {number | undefined} word @param {number} likeness */
        const note = (word, likeness) => {
          if (word !== undefined && likeness > (alikes.get(word) ?? 0)) alikes.set(word, likeness);
        };
        const toldBest = count > 1 ? 0 : greatest(tell(text, last));
        const same = vocabulary.get(text);
        // C++ leads to C# and C as well.
        for (const sign of /[+#]$/.test(text) ? ["", "#", "++"] : []) {
          note(vocabulary.get(text.replace(/[+#]+$/, sign)), SURE);
        }
        note(same, SAME);
        const { light, deep } = liken(text, last);
        let known = same !== undefined || toldBest >= INFLECTED;
        /** @type {number[]} */ const family = [];
        /** @type {number[]} */ const longer = [];
        for (const word of wordsBy.get(text[0]) ?? []) {
          const other = words[word];
          if (other.startsWith(text)) longer.push(word);
          if (deep.length < 3 || !other.startsWith(deep.slice(0, 4)) || saysLittle(word)) continue;
          const stem = lightStem(other);
          if (stem === light) {
            note(word, INFLECTED);
            known = true;
          } else if (deep.length > 3 && deepStem(stem) === deep) family.push(word);
        }
        for (const word of family) note(word, known && !question ? FAR_FAMILY : FAMILY);
        if (last || text.length > 3) {
          const share = question ? (known ? 0 : 40) : known ? 90 : 100;
          if (share) noteLonger(text, longer, last ? share : floor((share * 80) / 100), note);
        }
        const guessed = !alikes.size && !toldBest;
        if ((same === undefined || whole) && toldBest !== SAME && text.length > 3
          && text.length <= LONGEST) noteMistyped(text, last, note);
        return { alikes, guessed };
      });
    };

    /**
     * The entries whose definitions have a word that resembles one of the query; none for a word that
     * says little.
     * @param {string} text
     * @param {boolean} last
     * @returns {Alikes}
     */
    const tell = (text, last) => keep(`${last} ${text}`, () => {
      const { root, likeness } = liken(text, last);
      /** @type {Map<string, number>} */ const likes = new Map();
      /** @type {Alikes} */ const entries = new Map();
      for (const { text: all, from } of isStop(text) ? [] : told) {
        let entry = 0;
        let places = 0;
        // Short words are everywhere inside of others: only after a space are they looked at.
        const before = root.length < 3 ? " " : "";
        eachPlace(all, before + root, (place) => {
          const at = place + before.length;
          if (kindOf(all.charCodeAt(at - 1)) === LETTER) return false;
          const word = all.slice(at, endOf(all, at));
          let like = likes.get(word);
          if (like === undefined) likes.set(word, like = likeness(word));
          if (!like) return false;
          while (from[entry + 1] <= at) entry++;
          if (like > (entries.get(entry) ?? 0)) entries.set(entry, like);
          return ++places > MOST_PLACES;
        });
      }
      return entries;
    });

    /** Letters of an entry's definitions. @param {number} entry @returns {number} */
    const toldLength = (entry) =>
      told.reduce((sum, { from }) => sum + from[entry + 1] - from[entry], 0);

    // What a name is found with: likenesses of sixteen positions of the query, then of sixteen of its
    // own. Kept between queries, since making it anew would take longer than the rest.
    let pool = new Uint8Array(8192);
    const slots = new Int32Array(entryOf.length).fill(-1);

    /** @param {Uint8Array} list @param {number} from @param {number} to @param {number} value */
    const raise = (list, from, to, value) => {
      for (let at = from; at < to; at++) if (list[at] < value) list[at] = value;
    };

    /**
     * Every name and definition that has a word like one of the query; `rare` is the weight of each
     * position of the query, by the rarity of what it found.
     * @param {Query} query
     */
    const touch = (query) => {
      /** @type {number[]} */ const names = [];
      /** @type {Map<number, Term>} */ const terms = new Map();
      const rare = query.counts.map(() => 0);

      /** @param {number} name @returns {number} */
      const slotOf = (name) => {
        if (slots[name] >= 0) return slots[name];
        const slot = 32 * names.length;
        slots[name] = slot;
        names.push(name);
        if (slot === pool.length) {
          const larger = new Uint8Array(2 * slot);
          larger.set(pool);
          pool = larger;
        }
        pool.fill(0, slot, slot + 32);
        return slot;
      };
      /** @param {number} entry @returns {Term} */
      const termOf = (entry) => {
        let term = terms.get(entry);
        if (!term) {
          term = { entry, score: 0, total: 0, name: -1, likes: new Uint8Array(48) };
          terms.set(entry, term);
        }
        return term;
      };

      for (const piece of query.pieces) {
        const { text, start, count } = piece;
        const single = count === 1;
        const texts = single ? tell(text, start + 1 === query.wide) : new Map();
        const { alikes } = alike(piece, query);
        const near = min(INFLECTED, max(greatest(texts), greatest(alikes)));
        const holders = new Set();
        alikes.forEach((like, word) => {
          for (let place = tokensOf[word]; place < tokensOf[word + 1]; place++) {
            const token = tokens[place];
            const name = nameOf[token];
            if (single && like >= near) holders.add(entryOf[name]);
            const slot = slotOf(name);
            raise(pool, slot + start, slot + start + count, like);
            const end = min(16, startOf[token] + countOf[token]);
            raise(pool, slot + 16 + startOf[token], slot + 16 + end, like);
          }
        });
        texts.forEach((like, entry) => {
          raise(termOf(entry).likes, TOLD_AT + start, TOLD_AT + start + 1, like);
          if (like >= near) holders.add(entry);
        });
        if (single) rare[start] = rarity(holders.size, query);
      }
      if (query.squeezed.length > 1) touchWholes(query, slotOf);
      return { names, terms, termOf, rare };
    };

    /** How telling a word is that so many entries have. @param {number} holders @param {Query} query */
    const rarity = (holders, { question }) => {
      const plain = max(4, log16(1 + floor((32 * size) / (2 * holders || 1))) - 63);
      // A question has many words, of which few matter.
      return question ? floor(plain * Math.sqrt(plain)) : plain;
    };

    /**
     * Names that are, or begin with, the whole query without its spaces and signs.
     * @param {Query} query
     * @param {(name: number) => number} slotOf
     */
    const touchWholes = ({ squeezed: sought, wide: width }, slotOf) => {
      let places = 0;
      for (const name of namesBy.get(sought[0]) ?? []) {
        if (!squeezed[name].startsWith(sought)) continue;
        const { length } = squeezed[name];
        const whole = length === sought.length;
        if (!whole && ++places > MOST_PLACES) continue;
        const like = whole ? SAME : ofBeginning(sought.length, length);
        const slot = slotOf(name);
        raise(pool, slot, slot + width, like);
        raise(pool, slot + 16, slot + 16 + min(16, wide[name]), like);
      }
    };

    /** How much of a name is found, of 1000: of its telling words. @param {number} name @param {number} slot */
    const ofName = (name, slot) => {
      let sum = 0;
      let whole = 0;
      for (let token = firstOf[name]; nameOf[token] === name; token++) {
        const at = startOf[token];
        if (countOf[token] > 1 || at > 15 || (wide[name] > 1 && saysLittle(wordOf[token]))) continue;
        sum += pool[slot + 16 + at];
        whole++;
      }
      return whole ? floor((10 * sum) / whole) : 10 * pool[slot + 16];
    };

    /**
     * Scores terms by their names: each name up to 1000, and more if it is found whole.
     * @param {ReturnType<typeof touch>} touched
     * @param {Query} query
     * @param {(list: Uint8Array, from: number) => number} weigh
     * @param {Lang} lang
     */
    const scoreNames = ({ names, termOf }, query, weigh, lang) => {
      // A question is in one language; names in the other say less about it.
      const foreign = query.question && query.tongue ? LANGS.indexOf(query.tongue) ^ 1 : -1;
      // The share of a name's score that depends on how much of it is asked for.
      const half = query.question ? 10 : 50;
      names.forEach((name, at) => {
        slots[name] = -1;
        const slot = 32 * at;
        const column = columnOf[name];
        const worth = floor((FIELDS[column >> 1][1] * ((column & 1) === foreign ? 60 : 100)) / 100);
        const term = termOf(entryOf[name]);
        const { likes } = term;
        for (let place = 0; place < query.wide; place++) {
          const like = pool[slot + place];
          raise(likes, place, place + 1, like);
          raise(likes, KNOWN_AT + place, KNOWN_AT + place + 1, floor((like * worth) / 100));
        }
        const ofQuery = weigh(pool, slot);
        const ofOwn = ofName(name, slot);
        let score = floor((ofQuery * ((100 - half) * 1000 + half * ofOwn)) / 100000);
        if (squeezed[name] === query.squeezed) score += 2000;
        else if (ofQuery >= 10 * INFLECTED && ofOwn >= 10 * INFLECTED) score += 1000;
        else if (pool[slot] && pool[slot + 16]) score = floor((score * 105) / 100);
        const here = LANGS[column & 1] === lang ? 101 : 100;
        score = floor((score * worth * here) / 10000);
        if (score > term.score) Object.assign(term, { score, name });
      });
    };

    /** @type {Record<string, string[]>} */ const columns = {};
    /** @param {Lang} lang @param {keyof Columns} field @returns {string[]} */
    const column = (lang, field) => (columns[lang + field] ??= (data[lang][field] ?? "").split("\n"));

    /** @param {number} at @param {Lang} lang @returns {Side} */
    const side = (at, lang) => {
      const [summary, rest = ""] = (column(lang, "definition")[at] ?? "").split("\t");
      return { term: column(lang, "term")[at] ?? "", summary, rest, href: column(lang, "href")[at] ?? "" };
    };

    const ids = data.ids.split("\n");
    /** @param {number} at @returns {string} */
    const idOf = (at) =>
      (ids[at] ||= fold(column("es", "term")[at]).replace(/ /g, "-").replace(/ñ/g, "n"));

    /** @param {number} at @returns {Entry} */
    const entryAt = (at) => {
      let end = 0;
      const group = data.groups.find(({ count }) => at < (end += count));
      return { id: idOf(at), group: /** @type {Group} */ (group), es: side(at, "es"), en: side(at, "en") };
    };

    /** An entry by its id. @param {string} id @returns {Entry | undefined} */
    const entry = (id) => {
      const at = ids.findIndex((_, place) => place < size && idOf(place) === id);
      return at < 0 ? undefined : entryAt(at);
    };

    /**
     * A judge of words for a query: how like a folded word is to one of the query's, or to a name that
     * the query finds by it. 0 if to none.
     * @param {string} asking The query.
     * @returns {(word: string) => number}
     */
    const likeness = (asking) => {
      const query = readQuery(asking);
      const judges = query.pieces.map((piece) => {
        const { alikes } = alike(piece, query);
        const judge = liken(piece.text, piece.start + piece.count === query.wide).likeness;
        return (/** @type {string} */ word) =>
          max(judge(word), alikes.get(vocabulary.get(word) ?? -1) ?? 0);
      });
      return (word) => judges.reduce((most, judge) => max(most, judge(word)), 0);
    };

    /**
     * @param {Term} answer
     * @param {Lang} reader
     * @returns {Hit}
     */
    const hitOf = ({ entry: at, name, total }, reader) => {
      const where = columnOf[name] ?? LANGS.indexOf(reader);
      const field = name < 0 ? "definition" : FIELDS[where >> 1][0];
      const lang = LANGS[where & 1];
      const matched = name < 0 ? "" : column(lang, field)[at].split("\t")[orderOf[name]];
      // Put together where it is shown: most hits are not.
      return { id: idOf(at), score: total, field, lang, matched, get entry() { return entryAt(at); } };
    };

    /**
     * Answers a query. Any text is a query: nothing in it is syntax, none raises, and of a very
     * long one only the beginning counts.
     * @param {string} asking
     * @param {{limit?: number, lang?: Lang}} [options] `lang`, the reader's, settles ties.
     * @returns {Hits}
     */
    const search = (asking, { limit = 10, lang = "es" } = {}) => {
      const query = readQuery(asking);
      const touched = touch(query);
      const { terms, rare } = touched;
      const whole = rare.reduce((sum, weight) => sum + weight, 0) || 1;

      /** The weighted mean of likenesses, of 1000. @param {Uint8Array} list @param {number} from */
      const weigh = (list, from) => {
        let sum = 0;
        for (let at = 0; at < query.wide; at++) sum += list[from + at] * rare[at];
        return floor((10 * sum) / whole);
      };
      scoreNames(touched, query, weigh, lang);

      /** @type {Term[]} */ const answers = [];
      for (const term of terms.values()) {
        const { likes } = term;
        let best = 0;
        let explained = 0;
        for (let at = 0; at < query.wide; at++) {
          const seen = max(likes[at], likes[TOLD_AT + at]);
          best = max(best, seen);
          if (seen) explained += rare[at];
          raise(likes, KNOWN_AT + at, KNOWN_AT + at + 1, floor((likes[TOLD_AT + at] * TOLD) / 100));
        }
        const known = weigh(likes, KNOWN_AT);
        if (known < 100 || (10 * explained < 6 * whole && best < SURE)) continue;
        const inTexts = weigh(likes, TOLD_AT);
        // A question is answered by what is told of a term, a short text by the more of it; several
        // words may be; a single one asks for a name.
        term.total = query.question
          ? floor((60 * term.score + 70 * known + 80 * inTexts) / 100) -
            floor((30 * log16(1 + toldLength(term.entry))) / 16)
          : term.score + (known >> 1) + floor((inTexts * (query.telling > 1 ? 40 : 5)) / 100);
        answers.push(term);
      }
      /** @param {Term} term */
      const length = (term) => squeezed[term.name]?.length ?? Infinity;
      answers.sort((a, b) => b.total - a.total || (length(a) < length(b) ? -1 : length(a) > length(b) ? 1
        : idOf(a.entry) < idOf(b.entry) ? -1 : 1));

      const hits = answers.slice(0, max(0, limit)).map((answer) => hitOf(answer, lang));
      return Object.assign(hits, { total: answers.length, meant: meant(query, answers[0], hits[0]) });
    };

    /**
     * The name that a mistyped query stands for: that of the first hit, where it explains all of the
     * query, and some word only by supposing an error.
     * @param {Query} query
     * @param {Term | undefined} answer
     * @param {Hit | undefined} hit
     */
    const meant = (query, answer, hit) => {
      // A name that is only found by, or better avoided, is not offered.
      if (!answer || !hit || columnOf[answer.name] >> 1 > 3 || answer.name < 0 || query.question) return "";
      const explained = query.counts.every((counts, at) => !counts || answer.likes[at]);
      const mistaken = query.pieces.some((piece) => piece.count === 1 && answer.likes[piece.start]
        && answer.likes[piece.start] < INFLECTED && alike(piece, query).guessed);
      return explained && mistaken ? hit.matched : "";
    };

    return { search, likeness, entry, size, groups: data.groups };
  };

  return { create, fold, VERSION };
})();
