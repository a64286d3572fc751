/// <reference path="../../globals.d.ts" />
/* What a config.json says before it is understood, and what it says about its layers: the twin of
   config_raw.py and config_layers.py. Pure. */
const LemarioConfigLayers = (() => {
  /** @param {unknown} value @returns {value is Fields} */
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** @param {object} fields @param {string} key */
  const has = (fields, key) => Object.hasOwn(fields, key);

  /** A row of a table, nothing for what every object inherits. @template T
   * @param {Readonly<Record<string, T>>} table @param {string} key @returns {T | undefined} */
  const entry = (table, key) => (has(table, key) ? table[key] : undefined);

  /** A field as it stands, undefined if it is not there or null. @param {object} fields @param {string} key */
  const stated = (fields, key) => (entry(/** @type {Fields} */ (fields), key) ?? undefined);

  /** A whole number, null if it is none. @param {unknown} value @returns {number | null} */
  const whole = (value) => (Number.isInteger(value) ? /** @type {number} */ (value) : null);

  /** @type {(reason: string, field: readonly string[], facts?: Fields) => Fault} */
  const faultAt = (reason, field, facts = {}) => {
    const codes = { not_json: "L329", no_object: "L329", unknown_type: "L321", not_modelled: "L321" };
    return { code: entry(codes, reason) ?? "L328", reason, field, facts };
  };

  /** A fault at what is called `name` in the file. @type {(raw: Raw, reason: string, name: string, facts?: Fields) => Fault} */
  const fault = (raw, reason, name, facts) => {
    if (raw.prefix.length && has(raw.inner, name)) return faultAt(reason, [...raw.prefix, name], facts);
    return faultAt(reason, has(raw.data, name) ? [name] : raw.prefix, facts);
  };

  /** @type {(raw: Raw, names: string[]) => Fault} */
  const missing = (raw, names) => fault(raw, "missing", "", { names });

  /** The names that a field may have in the file. @type {(raw: Raw, field: string, tables: ReaderTables) => readonly string[]} */
  const namesOf = (raw, field, tables) =>
    entry(raw.row.names, field) ?? entry(tables.synonyms, field) ?? [field];

  /** The name under which it is stated as other than null. @type {(raw: Raw, field: string, tables: ReaderTables) => string | undefined} */
  const nameOf = (raw, field, tables) =>
    namesOf(raw, field, tables).find((name) => stated(raw.fields, name) !== undefined);

  /** A fault at a field of a config, by whatever name the file states it.
   * @type {(raw: Raw, reason: string, field: string, tables: ReaderTables, facts?: Fields) => Fault} */
  const about = (raw, reason, field, tables, facts) =>
    fault(raw, reason, nameOf(raw, field, tables) ?? field, facts);

  // --- The kinds of layer -------------------------------------------------------------------------

  /** The pattern, repeated. @param {string} pattern @param {number} count */
  const repeated = (pattern, count) =>
    pattern.repeat(Math.floor(count / pattern.length) + 1).slice(0, count);

  /** The shortest pattern that repeats to these letters. @param {string} letters */
  const shortest = (letters) => {
    let size = 1;
    while (repeated(letters.slice(0, size), letters.length) !== letters) size += 1;
    return letters.slice(0, size);
  };

  /** A text as a list of code points, a list as it is. @param {unknown} value */
  const itemsOf = (value) => (typeof value === "string" ? [...value] : value);

  /** How many layers a list of their kinds has, 0 if there is none. @type {(raw: Raw, tables: ReaderTables) => number} */
  const counted = (raw, tables) => {
    for (const [name, form] of tables.layer_sources) {
      const items = itemsOf(stated(raw.fields, name));
      if (["words", "signs"].includes(form) && Array.isArray(items) && items.length) return items.length;
    }
    return 0;
  };

  /**
   * The letters, `?` for what is no kind of layer; null if the value is not of the form.
   * @type {(form: string, value: unknown, count: number, row: ModelType, tables: ReaderTables) => string | null}
   */
  const lettersOf = (form, value, count, row, tables) => {
    const number = whole(value);
    if (["interval", "windows"].includes(form) && number !== null) {
      const other = form === "interval" ? row.linear : "W";
      if (number <= 0 || number > tables.most_layers) return null;
      return repeated(`${other.repeat(number - 1)}F`, count);
    }
    if (typeof value === "string" && ["signs", "windows"].includes(form)) {
      const signs = form === "signs" ? tables.signs : tables.window_signs;
      const letters = [...value].map((sign) => entry(signs, sign) ?? "?").join("");
      return form === "windows" ? repeated(letters, count) : letters;
    }
    if (!Array.isArray(value)) return null;
    if (form === "words") {
      return value.map((word) => {
        if (word === "linear_attention") return row.linear || "?";
        return (typeof word === "string" ? entry(tables.kinds, word) : undefined) ?? "?";
      }).join("");
    }
    if (form === "numbers") {
      return value.map((item) => ({ 0: "L", 1: "F" })[whole(item) ?? -1] ?? "?").join("");
    }
    if (form === "attending") {
      return Array.from({ length: count }, (_, layer) => (value.includes(layer) ? "F" : "C")).join("");
    }
    return null;
  };

  /**
   * The field that says the kinds of the layers, and a letter for each of them; null if none does.
   * @type {(raw: Raw, count: number, tables: ReaderTables) => {name: string, letters: string} | Fault | null}
   */
  const statedLayers = (raw, count, tables) => {
    for (const [name, form] of tables.layer_sources) {
      const value = stated(raw.fields, name);
      const empty = value === "" || (Array.isArray(value) && !value.length);
      if (value === undefined || empty || (form === "interval" && !raw.row.linear)) continue;
      const letters = lettersOf(form, value, count, raw.row, tables);
      if (letters === null) return fault(raw, "layer_form", name, { name, value });
      const other = [...letters].findIndex((letter) => !raw.row.letters.includes(letter));
      if (other >= 0) {
        const items = itemsOf(value);
        const list = Array.isArray(items) && form !== "attending" ? items : [...letters];
        return fault(raw, "layer_kind", name, { kind: list[other % list.length] });
      }
      if (letters.length !== count) return fault(raw, "layer_count", name, { count: letters.length });
      return { name, letters };
    }
    return null;
  };

  /** Whether all layers of the pattern but the last are of one kind, and the last attends. @param {string} pattern */
  const inTurns = (pattern) => /^([^F]?)\1*F$/.test(pattern);

  /**
   * The pattern of the layers, null if it is the family's.
   * @type {(raw: Raw, values: Values, count: number, tables: ReaderTables) => string | Fault | null}
   */
  const layerPattern = (raw, values, count, tables) => {
    const found = statedLayers(raw, count, tables);
    if (found && "reason" in found) return found;
    if (!found) return raw.row.tells_layers ? missing(raw, [tables.layer_sources[0][0]]) : null;
    const family = tables.families[raw.row.family];
    /** @type {(letters: string) => string} */
    const ended = (letters) =>
      family.last_full && letters.endsWith("W") ? `${letters.slice(0, -1)}F` : letters;
    let letters = found.letters;
    let expected = ended(repeated(family.pattern, count));
    if (!family.pattern.includes("W") || !(values.sliding_window || family.window)) {
      [letters, expected] = [letters, expected].map((text) => text.replaceAll("W", "F"));
    }
    letters = ended(letters);
    if (letters === expected) return null;
    const pattern = shortest(letters);
    if (raw.row.turns === "family") {
      const windowed = family.pattern.length - 1;
      return fault(raw, "turns", found.name, { windowed, type: raw.type });
    }
    if (raw.row.turns === "every" && !inTurns(pattern)) {
      return fault(raw, "turns_linear", found.name, { type: raw.type });
    }
    return pattern;
  };

  /**
   * Which table of position factors the file holds, and for how many elements of a head.
   * @type {(raw: Raw, values: Values, head: number) => void}
   */
  const readRope = (raw, values, head) => {
    const given = ["rope_parameters", "rope_scaling"].map((name) => entry(raw.fields, name));
    const outer = given.find(isObject) ?? {};
    const full = entry(outer, "full_attention");
    const scaling = isObject(full) ? full : outer;
    const kinds = ["rope_type", "type"].map((name) => entry(scaling, name));
    const stated = /** @type {string | undefined} */ (kinds.find((kind) => typeof kind === "string"));
    const kind = Array.isArray(entry(scaling, "long_factor")) ? "longrope" : stated ?? "";
    const table = entry(raw.row.rope, kind.toLowerCase() || raw.row.rope_default) ?? null;
    const name = "partial_rotary_factor";
    const part = has(raw.fields, name) ? raw.fields[name] : entry(scaling, name);
    const rotated = typeof part === "number" && part > 0 && part < 1 ? Math.floor(head * part) : 0;
    values.rope_table = table;
    values.rope_dim = table === "factors" && rotated > 1 ? rotated : null;
  };

  return { isObject, has, entry, stated, whole, faultAt, fault, missing, namesOf, nameOf, about, counted, layerPattern, readRope };
})();
