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
 * @typedef {{text: string, light: string, deep: string, sound: string, places: Place[],
 *   named: boolean}} Word A known word; `named` unless it occurs in definitions only.
 * @typedef {{entry: number, field: Field, lang: Lang, text: string, squeezed: string,
 *   weights: number[]}} Name One name or definition; a weight for each position.
 */
const LemarioSearch = (() => {
  const VERSION = 1;

  /** How much a match in each kind of name is worth. @type {Record<Field, number>} */
  const FIELD_WORTH = {
    term: 1, acronym: 1, expansion: 0.97, alias: 0.95, hidden: 0.9, avoid: 0.85, definition: 0.35,
  };

  /** Likeness of a query word to a known word. */
  const LIKE = { same: 1, light: 0.95, deep: 0.8, sound: 0.8, prefix: 0.6, oneEdit: 0.75,
    twoEdits: 0.55, prefixEdit: 0.5 };

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
    "[ae]ncy", "iv", "ic", "al", "idad", "ity", "ly", "ador",
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

  /**
   * The edits between two words, a transposition being one, and between the first and the best
   * beginning of the second. Above `most`, any number greater than `most`.
   * @param {string} from
   * @param {string} to
   * @param {number} most
   * @returns {{whole: number, beginning: number}}
   */
  const edits = (from, to, most) => {
    let before = /** @type {number[]} */ ([]);
    let last = Array.from({ length: to.length + 1 }, (_, column) => column);
    for (let row = 1; row <= from.length; row++) {
      const now = [row];
      let least = row;
      for (let column = 1; column <= to.length; column++) {
        const same = from[row - 1] === to[column - 1];
        let cost = Math.min(last[column] + 1, now[column - 1] + 1,
          last[column - 1] + (same ? 0 : 1));
        if (row > 1 && column > 1 && from[row - 1] === to[column - 2] &&
          from[row - 2] === to[column - 1]) {
          cost = Math.min(cost, before[column - 2] + 1);
        }
        now.push(cost);
        least = Math.min(least, cost);
      }
      if (least > most) return { whole: least, beginning: least };
      before = last;
      last = now;
    }
    return { whole: last[to.length], beginning: Math.min(...last) };
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
              word = { text: piece, light, deep: deepStem(light), sound: soundOf(light), places: [],
                named: false };
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
    if (words.length > 2) pieces.push({ text: words.join(""), start: 0, count: words.length });
    const content = words.map((word) => !STOP_WORDS.has(word));
    const any = content.includes(true);
    const counts = content.map((is) => is || !any);
    return { words, counts,
      pieces: pieces.filter((piece) => piece.count > 1 || counts[piece.start]) };
  };

  /**
   * Makes an engine of a payload.
   * @param {Data} data
   */
  const create = (data) => {
    if (data.version !== VERSION) throw new Error(`search data of version ${data.version}`);
    const { names, words, byLight, byDeep, bySound, sorted } = makeIndex(data);
    const size = data.entries.length;

    /**
     * The known words that resemble a word of the query.
     * @param {Piece} piece
     * @param {boolean} last Whether it is the last word, which may be unfinished.
     * @returns {Map<Word, number>} Likeness by word.
     */
    const alike = (piece, last) => {
      const { text, count } = piece;
      /** @type {Map<Word, number>} */
      const found = new Map();
      /** @param {Word} word @param {number} likeness */
      const note = (word, likeness) => {
        if (likeness > (found.get(word) ?? 0)) found.set(word, likeness);
      };
      const same = words.get(text);
      if (same) note(same, LIKE.same);
      if (text.length < 2 && !last) return found;

      const light = lightStem(text);
      const deep = deepStem(light);
      for (const word of byLight.get(light) ?? []) note(word, LIKE.light);
      if (deep.length > 3) for (const word of byDeep.get(deep) ?? []) note(word, LIKE.deep);
      if (text.length > 3 && !/\d/.test(text)) {
        const sound = soundOf(light);
        if (sound.length > 3) for (const word of bySound.get(sound) ?? []) note(word, LIKE.sound);
      }
      if (last || text.length > 3) prefixes(text, last, note);
      if (text.length > 3 && !(same?.named && count === 1)) typos(text, last, note);
      return found;
    };

    /**
     * @param {string} text
     * @param {boolean} last
     * @param {(word: Word, likeness: number) => void} note
     */
    const prefixes = (text, last, note) => {
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
        note(word, (LIKE.prefix + 0.3 * typed) * (last ? 1 : 0.8));
      }
    };

    /**
     * @param {string} text
     * @param {boolean} last
     * @param {(word: Word, likeness: number) => void} note
     */
    const typos = (text, last, note) => {
      const most = text.length < 8 ? 1 : 2;
      const digits = digitsOf(text);
      for (const word of sorted) {
        if (!word.named || word.text.length < text.length - most || word.text.length < 3) continue;
        const longer = word.text.length > text.length + most;
        if (longer && !(last && text.length > 4 && word.text[0] === text[0])) continue;
        if (digitsOf(word.text) !== digits) continue;
        const { whole, beginning } = edits(text, word.text, most);
        const first = word.text[0] === text[0] ? 1 : 0.9;
        if (whole <= most) note(word, (whole > 1 ? LIKE.twoEdits : LIKE.oneEdit) * first);
        else if (beginning <= 1 && last && text.length > 4) note(word, LIKE.prefixEdit * first);
      }
    };

    /** @param {Set<number>} entries @returns {number} How telling words of so many terms are. */
    const rarity = (entries) => Math.log(1 + size / (entries.size || 0.5));

    /**
     * Answers a query. Any text is a query: nothing in it is syntax, and none raises.
     * @param {string} query
     * @param {{limit?: number, lang?: Lang}} [options] `lang`, the reader's, decides between equals.
     * @returns {Hits}
     */
    const search = (query, { limit = 10, lang = "es" } = {}) => {
      const asked = readQuery(fold(String(query)));
      const wide = asked.words.length;
      const squeezed = asked.words.join("");
      const rare = asked.counts.map((counts) => (counts ? rarity(new Set()) : 0));

      /** Likeness by query position, and coverage by name position. */
      /** @type {Map<number, {asked: number[], own: number[]}>} */
      const touched = new Map();
      for (const piece of asked.pieces) {
        const last = piece.start + piece.count === wide;
        const found = alike(piece, last);
        const top = Math.max(0, ...found.values());
        const near = new Set();
        for (const [word, likeness] of found) {
          for (const place of word.places) {
            const name = names[place.name];
            if (likeness >= Math.min(top, LIKE.light)) near.add(name.entry);
            let touch = touched.get(place.name);
            if (!touch) {
              touch = { asked: new Array(wide).fill(0), own: new Array(name.weights.length).fill(0) };
              touched.set(place.name, touch);
            }
            for (let at = piece.start; at < piece.start + piece.count; at++) {
              touch.asked[at] = Math.max(touch.asked[at], likeness);
            }
            for (let at = place.start; at < place.start + place.count; at++) {
              touch.own[at] = Math.max(touch.own[at], likeness);
            }
          }
        }
        if (piece.count === 1) rare[piece.start] = rarity(near);
      }

      const askedWeight = rare.reduce((sum, weight) => sum + weight, 0);
      /** @type {Map<number, {score: number, name: number, known: number[], told: number[]}>} */
      const terms = new Map();
      for (const [position, touch] of touched) {
        const name = names[position];
        let term = terms.get(name.entry);
        if (!term) {
          term = { score: -1, name: position, known: new Array(wide).fill(0),
            told: new Array(wide).fill(0) };
          terms.set(name.entry, term);
        }
        const worth = FIELD_WORTH[name.field];
        const isText = name.field === "definition";
        touch.asked.forEach((likeness, at) => {
          term.known[at] = Math.max(term.known[at], likeness * worth);
          if (isText) term.told[at] = Math.max(term.told[at], likeness);
        });
        let score = 0;
        if (!isText) {
          score = worth * weigh(touch.asked, rare) * (0.5 + 0.5 * weigh(touch.own, name.weights));
          if (name.squeezed === squeezed) score += 2 * worth;
          else if (weigh(touch.asked, rare) >= LIKE.light && weigh(touch.own, name.weights) >= LIKE.light) score += worth;
          else if (touch.own[0] > 0 && touch.asked[0] > 0) score *= 1.05;
        }
        if (name.lang === lang) score *= 1.01;
        if (score > term.score) Object.assign(term, { score, name: position });
      }

      /** @type {Hit[]} */
      const hits = [];
      for (const [position, term] of terms) {
        const known = weigh(term.known, rare);
        if (!askedWeight || known < 0.1) continue;
        const { field, lang: language, text } = names[term.name];
        const entry = data.entries[position];
        hits.push({
          id: entry.id, score: term.score + 0.5 * known + 0.1 * weigh(term.told, rare), field,
          matched: field === "definition" ? entry[language].summary ?? text : text,
          lang: language, entry,
        });
      }
      hits.sort((a, b) => b.score - a.score || a.matched.length - b.matched.length ||
        (a.id < b.id ? -1 : 1));
      return Object.assign(hits.slice(0, Math.max(0, limit)), { total: hits.length });
    };

    return { search, size };
  };

  /**
   * The weighted mean of likenesses.
   * @param {number[]} likenesses
   * @param {number[]} weights
   * @returns {number}
   */
  const weigh = (likenesses, weights) => {
    let sum = 0;
    let whole = 0;
    likenesses.forEach((likeness, at) => {
      sum += likeness * weights[at];
      whole += weights[at];
    });
    return whole ? sum / whole : 0;
  };

  return { create, fold, VERSION };
})();
