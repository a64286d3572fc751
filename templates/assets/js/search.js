"use strict";

/**
 * The search engine: pure, without the page and without dependencies. It finds terms by any of
 * their names in both languages, forgiving accents, punctuation, word order, inflection and typing
 * errors, and by the words of their definitions as a last resort.
 *
 * How a query is answered:
 * 1. Query and names are folded and cut into words. A run of words that punctuation joins, and each
 *    whole name, is a word as well, squeezed: `llama.cpp`, `llama cpp` and `llamacpp` meet there.
 * 2. Each query word collects the known words that resemble it, with a likeness from 0 to 1: the
 *    same word, another number or gender, another word of the family, a beginning, the same sound,
 *    one or two typing errors.
 * 3. A name scores by how much of the query it covers, rare words counting more, times how much of
 *    the name the query covers. A term scores by its best name, plus how much of the query all that
 *    is known of it covers. A whole name typed right stands above everything.
 *
 * @typedef {"es" | "en"} Lang
 * @typedef {"term" | "acronym" | "expansion" | "alias" | "hidden" | "avoid" | "definition"} Field
 *
 * @typedef {object} Names What is known of a term in one language; what is absent is left out.
 * @property {string} [term]
 * @property {string} [acronym]
 * @property {string} [expansion]
 * @property {string[]} [aliases]
 * @property {string[]} [hidden]
 * @property {string[]} [avoid]
 * @property {string} [summary] First sentence of the definition.
 * @property {string} [definition] The rest of the definition.
 *
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} category Id of a category.
 * @property {boolean} english Whether the term has a text in English, not only names.
 * @property {Names} es
 * @property {Names} en
 *
 * @typedef {object} Data The payload, as `search-data.js` defines it.
 * @property {number} version
 * @property {{id: string, es: string, en: string}[]} categories
 * @property {Entry[]} entries
 *
 * @typedef {object} Hit
 * @property {string} id
 * @property {number} score Greater is better; comparable within one answer only.
 * @property {Field} field The kind of name that matched best.
 * @property {string} matched That name as it is written; for a definition, its summary.
 * @property {Lang} lang The language of `matched`.
 * @property {Entry} entry
 *
 * @typedef {Hit[] & {total: number}} Hits Best first; `total` counts the hits beyond `limit` too.
 *
 * @typedef {{text: string, start: number, count: number}} Piece A word and the positions it covers.
 * @typedef {{name: number, start: number, count: number}} Place Where a known word stands.
 * @typedef {{text: string, light: string, deep: string, sound: string, letters: number,
 *   digits: string, places: Place[], named: boolean}} Word A known word; `named` unless it occurs in
 *   definitions only.
 * @typedef {{entry: number, field: Field, lang: Lang, text: string, squeezed: string,
 *   weights: number[]}} Name One name or definition; a weight for each position.
 */
const LemarioSearch = (() => {
  const VERSION = 1;

  /** How much a match in each kind of name is worth. @type {Record<Field, number>} */
  const FIELD_WORTH = {
    term: 1, acronym: 1, expansion: 0.97, alias: 0.95, hidden: 0.9, avoid: 0.85, definition: 0.6,
  };

  /** Likeness of a query word to a known word. */
  const LIKE = { same: 1, light: 0.95, deep: 0.8, sound: 0.8, beginning: 0.6, oneEdit: 0.75,
    oneShortEdit: 0.7, twoEdits: 0.55, mistypedBeginning: 0.5, otherSign: 0.75 };

  /** Below this likeness a match is a guess, and a guess must explain most of the query. */
  const SURE = 0.75;

  /** Characters of a query that are read: a pasted page must not stop the reader's browser. */
  const LONGEST_QUERY = 200;

  // --- Folding: the twin of `fold` in core/text.py; shared vectors hold the two together ---------

  const FOLDED =
    /[\u0000-\u058f\u1e00-\u1fff\u2000-\u218f\u2212\ufb00-\ufb06\ufe00-\ufe0f\ufeff\uff01-\uff5e]/;
  const MARKS = /[\u0300-\u036f]+/g;
  const N_TILDE = /n[\u0300-\u036f]*\u0303[\u0300-\u036f]*/g;
  const SPACES = /[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u3000]+/g;
  const INVISIBLE =
    /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]/;

  /** @type {Map<string, string>} */
  const REPLACED = new Map();
  for (const char of "‐‑‒–—―−") REPLACED.set(char, "-");
  for (const char of "‘’‚‛′‵‹›ʹʼ`´") REPLACED.set(char, "'");
  for (const char of "“”„‟″«»") REPLACED.set(char, '"');
  for (const pair of "⁄/ øo đd ðd łl ħh ŧt ŋn ıi ςσ ßss æae œoe þth".split(" ")) {
    REPLACED.set(pair[0], pair.slice(1));
  }

  /** @param {string} char @returns {string} */
  const foldChar = (char) => {
    if (!FOLDED.test(char)) return char;
    if (INVISIBLE.test(char)) return "";
    const replaced = REPLACED.get(char);
    if (replaced !== undefined) return replaced;
    const lowered = char.normalize("NFKD").toLowerCase();
    return Array.from(lowered, (part) => REPLACED.get(part) ?? part).join("");
  };

  /**
   * The text as it is compared: lower case, without accents but for the ñ, with plain quotes,
   * dashes and spaces.
   * @param {string} text
   * @returns {string}
   */
  const fold = (text) => {
    const folded = /^[ -~]*$/.test(text)
      ? text.toLowerCase().replace(/`/g, "'")
      : Array.from(text, foldChar).join("").replace(N_TILDE, "ñ").replace(MARKS, "");
    return folded.replace(SPACES, " ").replace(/^ | $/g, "");
  };

  // --- Words -------------------------------------------------------------------------------------

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

  /** @param {string} folded @returns {string} */
  const squeeze = (folded) => (folded.match(WORDS) ?? []).join("");

  /**
   * Cuts folded text into words, and into the squeezed runs that punctuation joins.
   * @param {string} folded
   * @returns {{pieces: Piece[], words: string[]}}
   */
  const cut = (folded) => {
    /** @type {Piece[]} */
    const pieces = [];
    /** @type {string[]} */
    const words = [];
    for (const chunk of folded.split(" ")) {
      const start = words.length;
      for (const text of chunk.match(WORDS) ?? []) {
        pieces.push({ text, start: words.length, count: 1 });
        words.push(text);
      }
      const count = words.length - start;
      if (count > 1) pieces.push({ text: words.slice(start).join(""), start, count });
    }
    return { pieces, words };
  };

  /**
   * The word without number and gender, the same rules for both languages.
   * @param {string} word
   * @returns {string}
   */
  const lightStem = (word) => {
    if (word.length < 4 || /\d/.test(word)) return word;
    const singular = word.replace(/ces$/, "z").replace(/(?<=[^s])s$/, "");
    return singular.length > 3 ? singular.replace(/[aeo]$/, "") : singular;
  };

  const SUFFIX = new RegExp("(?:" + [
    "[ai]miento?", "[aiu]?cion", "[ai]?tion", "sion", "[aei]dor", "[ai]d", "ad[ao]", "a?ndo?",
    "iendo?", "ing", "e?ment", "mente?", "iz", "ed", "or", "er", "ar", "ir", "[ai]ble?", "[ae]nci?",
    "[ae]ncy", "iv", "ic", "al", "idad", "ity", "ly",
  ].join("|") + ")$");

  /**
   * The stem of the word's family: `entrenar`, `entrenado`, `entrenamiento` → `entren`.
   * @param {string} light The word without number and gender.
   * @returns {string}
   */
  const deepStem = (light) => {
    const stem = light.replace(SUFFIX, "");
    return (stem.length < 4 ? light : stem).replace(/([^l])\1$/, "$1");
  };

  /**
   * A rough key of how the word sounds in Spanish: `cuantisasion` and `cuantización` share it.
   * @param {string} word
   * @returns {string}
   */
  const soundOf = (word) => word
    .replace(/ph/g, "f").replace(/qu?|ck?(?![eih])|k/g, "k").replace(/[zx]|c(?=[ei])/g, "s")
    .replace(/g(?=[ei])/g, "j").replace(/v/g, "b").replace(/ll/g, "y").replace(/(?<!c)h/g, "")
    .replace(/(.)\1+/g, "$1");

  /** @param {string} word @returns {string} */
  const digitsOf = (word) => word.replace(/\D+/g, ".");

  /** Longer words are matched without forgiving typing errors. */
  const LONGEST = 40;
  const ROWS = [0, 1, 2].map(() => new Uint8Array(2 * LONGEST));

  /**
   * The edits between two words, a transposition being one, and between the first and the best
   * beginning of the second. Above `most`, any number greater than `most`.
   * @param {string} from
   * @param {string} to
   * @param {number} most
   * @returns {{whole: number, beginning: number}}
   */
  const edits = (from, to, most) => {
    const width = to.length;
    const beyond = most + 1;
    // Three rows of the table of distances; only the diagonal band that can stay within `most`.
    let [before, last, now] = [ROWS[0], ROWS[1], ROWS[2]];
    for (let column = 0; column <= width; column++) last[column] = Math.min(column, beyond);
    for (let row = 1; row <= from.length; row++) {
      const left = Math.max(1, row - most);
      const right = Math.min(width, row + most);
      now[left - 1] = left === 1 ? Math.min(row, beyond) : beyond;
      let least = now[left - 1];
      for (let column = left; column <= right; column++) {
        const letter = from[row - 1];
        let cost = last[column - 1] + (letter === to[column - 1] ? 0 : 1);
        cost = Math.min(cost, now[column - 1] + 1, column < row + most ? last[column] + 1 : beyond);
        const swapped = row > 1 && column > 1 && letter === to[column - 2] &&
          from[row - 2] === to[column - 1];
        if (swapped) {
          cost = Math.min(cost, before[column - 2] + 1);
        }
        now[column] = cost;
        if (cost < least) least = cost;
      }
      if (right < width) now[right + 1] = beyond;
      if (least > most) return { whole: beyond, beginning: beyond };
      [before, last, now] = [last, now, before];
    }
    let beginning = beyond;
    const right = Math.min(width, from.length + most);
    for (let at = Math.max(0, from.length - most); at <= right; at++) {
      beginning = Math.min(beginning, last[at]);
    }
    return { whole: Math.abs(width - from.length) > most ? beyond : last[width], beginning };
  };

  /** @param {string} word @returns {number} A bit for each letter that occurs, by its code. */
  const lettersOf = (word) => {
    let letters = 0;
    for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
    return letters;
  };

  /** @param {number} bits @returns {number} */
  const countBits = (bits) => {
    let count = 0;
    for (let rest = bits; rest; rest &= rest - 1) count++;
    return count;
  };

  // --- The index ---------------------------------------------------------------------------------

  /**
   * Adds to the list that a map holds under a key.
   * @template K, V
   * @param {Map<K, V[]>} map
   * @param {K} key
   * @param {V} value
   */
  const addTo = (map, key, value) => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };

  /** @param {Names} names @returns {[Field, string][]} Every text that is searched. */
  const textsOf = (names) => {
    /** @type {[Field, string | undefined][]} */
    const texts = [
      ["term", names.term], ["acronym", names.acronym], ["expansion", names.expansion],
      ...(names.aliases ?? []).map((text) => /** @type {[Field, string]} */ (["alias", text])),
      ...(names.hidden ?? []).map((text) => /** @type {[Field, string]} */ (["hidden", text])),
      ...(names.avoid ?? []).map((text) => /** @type {[Field, string]} */ (["avoid", text])),
      ["definition", [names.summary, names.definition].filter(Boolean).join(" ")],
    ];
    return texts.filter(/** @returns {pair is [Field, string]} */ (pair) => Boolean(pair[1]));
  };

  /** @param {Data} data */
  const makeIndex = (data) => {
    /** @type {Name[]} */
    const names = [];
    /** @type {Map<string, Word>} */
    const words = new Map();
    data.entries.forEach((entry, position) => {
      for (const lang of /** @type {Lang[]} */ (["es", "en"])) {
        for (const [field, text] of textsOf(entry[lang])) {
          const folded = fold(text);
          const { pieces, words: parts } = cut(folded);
          if (!parts.length) continue;
          const squeezed = parts.join("");
          if (field !== "definition" && parts.length > 1 &&
            !pieces.some((piece) => piece.count === parts.length)) {
            pieces.push({ text: squeezed, start: 0, count: parts.length });
          }
          const weights = parts.map((part) => (parts.length > 1 && STOP_WORDS.has(part) ? 0 : 1));
          const name = names.push({ entry: position, field, lang, text, squeezed, weights }) - 1;
          for (const { text: piece, start, count } of pieces) {
            if (count === 1 && !weights[start]) continue;
            let word = words.get(piece);
            if (!word) {
              const light = lightStem(piece);
              word = { text: piece, light, deep: deepStem(light), sound: soundOf(light),
                letters: lettersOf(piece), digits: digitsOf(piece), places: [], named: false };
              words.set(piece, word);
            }
            word.named ||= field !== "definition";
            word.places.push({ name, start, count });
          }
        }
      }
    });
    /** @type {Map<string, Word[]>} */ const byLight = new Map();
    /** @type {Map<string, Word[]>} */ const byDeep = new Map();
    /** @type {Map<string, Word[]>} */ const bySound = new Map();
    for (const word of words.values()) {
      addTo(byLight, word.light, word);
      addTo(byDeep, word.deep, word);
      addTo(bySound, word.sound, word);
    }
    const sorted = Array.from(words.values()).sort((a, b) => (a.text < b.text ? -1 : 1));
    return { names, words, byLight, byDeep, bySound, sorted };
  };

  // --- Answering ---------------------------------------------------------------------------------

  /**
   * The words of a query, each with the positions it covers: single words, runs that punctuation
   * joins, neighbours joined, and the whole query squeezed. In a query of several words, words such
   * as "de" or "the" count only within joined pieces.
   * @param {string} folded
   */
  const readQuery = (folded) => {
    const { pieces, words } = cut(folded);
    for (let start = 0; start + 1 < words.length; start++) {
      pieces.push({ text: words[start] + words[start + 1], start, count: 2 });
    }
    const squeezed = words.join("");
    if (words.length > 2) pieces.push({ text: squeezed, start: 0, count: words.length });
    const telling = words.map((word) => !STOP_WORDS.has(word));
    const counts = telling.includes(true) ? telling : telling.fill(true);
    return { counts, squeezed, wide: words.length,
      pieces: pieces.filter((piece) => piece.count > 1 || counts[piece.start]) };
  };

  /** @param {number} length @returns {number[]} */
  const zeros = (length) => new Array(length).fill(0);

  /** Raises numbers to at least a value. @param {number[]} list @param {Piece | Place} where
   * @param {number} value */
  const raise = (list, { start, count }, value) => {
    for (let at = start; at < start + count; at++) list[at] = Math.max(list[at], value);
  };

  /** @param {number[]} likenesses @param {number[]} weights @returns {number} Weighted mean. */
  const weigh = (likenesses, weights) => {
    let sum = 0;
    let whole = 0;
    likenesses.forEach((likeness, at) => {
      sum += likeness * weights[at];
      whole += weights[at];
    });
    return whole ? sum / whole : 0;
  };

  /**
   * Makes an engine of a payload. `size` is the number of terms.
   * @param {Data} data
   */
  const create = (data) => {
    if (data.version !== VERSION) throw new Error(`search data of version ${data.version}`);
    const { names, words, byLight, byDeep, bySound, sorted } = makeIndex(data);
    const size = data.entries.length;

    /** How telling a word is that so many terms have. @param {number} terms */
    const rarity = (terms) => Math.log(1 + size / (terms || 0.5));

    /** @typedef {(word: Word, likeness: number) => void} Note Takes down a word that is alike. */

    /**
     * @param {string} text
     * @param {boolean} last Whether it ends the query and so may be unfinished.
     * @param {Note} note
     */
    const noteLonger = (text, last, note) => {
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sorted[middle].text < text) low = middle + 1;
        else high = middle;
      }
      for (; low < sorted.length && sorted[low].text.startsWith(text); low++) {
        const word = sorted[low];
        const typed = text.length / word.text.length;
        if (word.named || text.length > 2) {
          note(word, (LIKE.beginning + 0.3 * typed) * (last ? 1 : 0.8));
        }
      }
    };

    /**
     * Forgives one typing error, or two in words of eight letters and more; never in a digit.
     * @param {string} text
     * @param {boolean} last Whether it ends the query and so may be unfinished.
     * @param {Note} note
     */
    const noteMistyped = (text, last, note) => {
      const most = text.length < 8 ? 1 : 2;
      const digits = digitsOf(text);
      const letters = lettersOf(text);
      const unfinished = last && text.length > 6;
      for (const word of sorted) {
        const { length } = word.text;
        if (!word.named || length < 3 || length < text.length - most || length > LONGEST) continue;
        const sameFirst = word.text[0] === text[0];
        if (length > text.length + most && !(unfinished && sameFirst)) continue;
        // A letter that the other word lacks takes an edit of its own.
        if (countBits(letters & ~word.letters) > most || word.digits !== digits) continue;
        const { whole, beginning } = edits(text, word.text, most);
        const worth = sameFirst ? 1 : 0.9;
        if (whole === 1) note(word, (most > 1 ? LIKE.oneEdit : LIKE.oneShortEdit) * worth);
        else if (whole <= most) note(word, LIKE.twoEdits * worth);
        else if (beginning <= 1 && unfinished) note(word, LIKE.mistypedBeginning * worth);
      }
    };

    /**
     * The known words that resemble a word of the query, with their likeness.
     * @param {Piece} piece
     * @param {number} wide How many words the query has.
     * @returns {Map<Word, number>}
     */
    const alike = ({ text, start, count }, wide) => {
      const last = start + count === wide;
      /** @type {Map<Word, number>} */
      const found = new Map();
      /** @type {Note} */
      const note = (word, likeness) => {
        if (likeness > (found.get(word) ?? 0)) found.set(word, likeness);
      };
      const same = words.get(text);
      if (same) note(same, LIKE.same);
      // C++ leads to C# and C as well.
      const bare = text.replace(/(?:\+\+|#)$/, "");
      for (const sign of bare === text ? [] : ["#", "", "++"]) {
        const word = words.get(bare + sign);
        if (word) note(word, LIKE.otherSign);
      }
      const light = lightStem(text);
      const deep = deepStem(light);
      const sound = soundOf(light);
      for (const word of byLight.get(light) ?? []) note(word, LIKE.light);
      if (deep.length > 3) for (const word of byDeep.get(deep) ?? []) note(word, LIKE.deep);
      if (sound.length > 3 && !/\d/.test(text)) {
        for (const word of bySound.get(sound) ?? []) note(word, LIKE.sound);
      }
      if (last || text.length > 3) noteLonger(text, last, note);
      const known = same?.named && count === 1;
      if (!known && (count === 1 || count === wide) && text.length > 3 && text.length <= LONGEST) {
        noteMistyped(text, last, note);
      }
      return found;
    };

    /**
     * Every name and definition that has a word like one of the query: how well each position of
     * the query is found there (`asked`), and each position of the name in the query (`own`).
     * `rare` is the weight of each position of the query, by the rarity of what it found.
     * @param {ReturnType<typeof readQuery>} query
     */
    const touch = ({ pieces, counts, wide }) => {
      const rare = counts.map((is) => (is ? rarity(0) : 0));
      /** @type {Map<number, {asked: number[], own: number[]}>} */
      const touched = new Map();
      for (const piece of pieces) {
        const found = alike(piece, wide);
        const near = Math.min(LIKE.light, Math.max(...found.values()));
        const terms = new Set();
        for (const [word, likeness] of found) {
          for (const place of word.places) {
            const name = names[place.name];
            if (likeness >= near) terms.add(name.entry);
            let marks = touched.get(place.name);
            if (!marks) {
              marks = { asked: zeros(wide), own: zeros(name.weights.length) };
              touched.set(place.name, marks);
            }
            raise(marks.asked, piece, likeness);
            raise(marks.own, place, likeness);
          }
        }
        if (piece.count === 1) rare[piece.start] = rarity(terms.size);
      }
      return { touched, rare };
    };

    /**
     * How well a name answers by itself: up to 1 for its words, and more for a name typed whole.
     * @param {Name} name
     * @param {{asked: number[], own: number[]}} marks
     * @param {number[]} rare
     * @param {string} squeezed The whole query.
     */
    const scoreName = (name, { asked, own }, rare, squeezed) => {
      const ofQuery = weigh(asked, rare);
      const ofName = weigh(own, name.weights);
      const score = ofQuery * (0.5 + 0.5 * ofName);
      if (name.squeezed === squeezed) return score + 2;
      if (ofQuery >= LIKE.light && ofName >= LIKE.light) return score + 1;
      return asked[0] && own[0] ? score * 1.05 : score;
    };

    /**
     * Answers a query. Any text is a query: nothing in it is syntax, none raises, and of a very
     * long one only the beginning counts.
     * @param {string} query
     * @param {{limit?: number, lang?: Lang}} [options] `lang`, the reader's, settles ties.
     * @returns {Hits}
     */
    const search = (query, { limit = 10, lang = "es" } = {}) => {
      const read = readQuery(fold(query.slice(0, LONGEST_QUERY)));
      const { wide, counts, squeezed } = read;
      const { touched, rare } = touch(read);

      /** By term: its best name; by query position, the likeness anywhere (`seen`), the same times
       * what the place is worth (`known`), and the likeness in definitions (`told`).
       * @type {Map<number, {score: number, name: Name, seen: number[], known: number[],
       *   told: number[]}>} */
      const terms = new Map();
      for (const [position, marks] of touched) {
        const name = names[position];
        let term = terms.get(name.entry);
        if (!term) {
          term = { score: 0, name, seen: zeros(wide), known: zeros(wide), told: zeros(wide) };
          terms.set(name.entry, term);
        }
        const isText = name.field === "definition";
        const worth = FIELD_WORTH[name.field];
        for (let at = 0; at < wide; at++) {
          const likeness = marks.asked[at];
          term.seen[at] = Math.max(term.seen[at], likeness);
          term.known[at] = Math.max(term.known[at], likeness * worth);
          if (isText) term.told[at] = Math.max(term.told[at], likeness);
        }
        const score = (isText ? 1e-3 : worth * scoreName(name, marks, rare, squeezed)) *
          (name.lang === lang ? 1.01 : 1);
        if (score > term.score) Object.assign(term, { score, name });
      }

      // A question may be answered by what is told of a term; a single word asks for a name.
      const toldWorth = counts.filter(Boolean).length > 1 ? 0.4 : 0.05;
      /** @type {Hit[]} */
      const hits = [];
      for (const { score, name, seen, known, told } of terms.values()) {
        const explained = weigh(seen.map((likeness) => (likeness ? 1 : 0)), rare);
        const knownWell = weigh(known, rare);
        if (knownWell < 0.1 || (explained < 0.6 && Math.max(...seen) < SURE)) continue;
        const entry = data.entries[name.entry];
        const summary = name.field === "definition" ? entry[name.lang].summary : undefined;
        hits.push({ id: entry.id, field: name.field, matched: summary ?? name.text, lang: name.lang,
          score: score + 0.5 * knownWell + toldWorth * weigh(told, rare), entry });
      }
      hits.sort((a, b) => b.score - a.score || a.matched.length - b.matched.length ||
        (a.id < b.id ? -1 : 1));
      return Object.assign(hits.slice(0, Math.max(0, limit)), { total: hits.length });
    };

    return { search, size };
  };

  return { create, fold, VERSION };
})();
