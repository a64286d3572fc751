/// <reference path="../../globals.d.ts" />
/* Reads a Hugging Face config.json as published: the twin of config_reader.py. Pure; what it knows
   about types of models is a table made from Python. Needs LemarioConfigLayers and
   LemarioConfigRules. */
const LemarioConfig = (() => {
  /** @typedef {{config: ModelConfig, defaulted: string[]} | {faults: Fault[]}} Reading */

  const { isObject, has, entry, stated, whole, faultAt, fault, missing, namesOf, nameOf, counted } =
    LemarioConfigLayers;

  // --- The text -----------------------------------------------------------------------------------

  /**
   * The object in a JSON text. Infinity and NaN are read as Python writes them.
   * @param {string} text
   * @returns {{data: Fields} | {fault: Fault}}
   */
  const parse = (text) => {
    const plain = text.replace(/^\ufeff/, "").replace(
      /"(?:[^"\\]|\\.)*"|(?<![\w.+-])(-?)Infinity(?![\w.])|(?<![\w.+-])NaN(?![\w.])/gs,
      (found, sign) => {
        if (found.startsWith('"')) return found;
        return found === "NaN" ? "null" : `${sign}1e999`;
      });
    let data;
    try {
      data = JSON.parse(plain);
    } catch {
      return { fault: faultAt("not_json", []) };
    }
    return isObject(data) ? { data } : { fault: faultAt("no_object", []) };
  };

  /**
   * The fields of the text model, or a fault if nothing is known about its type.
   * @param {Fields} data @param {ReaderTables} tables @returns {Raw | Fault}
   */
  const rawConfig = (data, tables) => {
    /** @type {string[]} */
    let prefix = [];
    /** @type {Fields} */
    let inner = {};
    for (const path of tables.text_parts) {
      /** @type {unknown} */
      let part = data;
      for (const key of path) part = isObject(part) ? entry(part, key) : undefined;
      if (!isObject(part)) continue;
      [prefix, inner] = [[...path], part];
      break;
    }
    const type = has(inner, "model_type") ? inner.model_type : entry(data, "model_type");
    if (typeof type !== "string") return faultAt("no_type", prefix);
    const nested = prefix.length > 0 && has(inner, "model_type");
    const place = nested ? [...prefix, "model_type"] : ["model_type"];
    const why = entry(tables.not_modelled, type);
    if (why) return faultAt("not_modelled", place, { type, why });
    const row = entry(tables.types, type);
    if (!row) return faultAt("unknown_type", place, { type });
    const whole = { ...tables.type_defaults, ...row };
    return { data, inner, fields: { ...data, ...inner }, prefix, type, row: whole };
  };

  // --- Single fields ------------------------------------------------------------------------------

  /** Whether it is a list of a whole number for each of the layers.
   * @param {unknown} value @param {number} count @returns {value is number[]} */
  const isByLayer = (value, count) => Array.isArray(value) && value.length === count
    && value.length > 0 && value.every((one) => whole(one) !== null);

  /**
   * All fields of a config as they are stated or by default, and what is wrong with them.
   * @param {Raw} raw @param {ReaderTables} tables
   */
  const readFields = (raw, tables) => {
    const { row, fields } = raw;
    /** @type {Values} */
    const values = {};
    /** @type {string[]} */
    const absent = [];
    /** @type {string[]} */
    const defaulted = [];
    /** @type {Fault[]} */
    const faults = [];

    /** @type {(field: string, name: string) => number | null} */
    const count = (field, name) => {
      let found = fields[name];
      let differs = false;
      if (isByLayer(found, whole(values.num_hidden_layers) ?? 0)) {
        differs = new Set(found).size > 1;
        found = found[0];
      }
      const value = whole(found);
      if (value !== null && !differs) {
        if (value === 0 && tables.may_be_none.includes(field)) return null;
        if (value > 0 && value <= tables.most) return value;
      }
      let reason = differs ? "differs" : "no_count";
      if (value !== null && value > tables.most) reason = "too_large";
      faults.push(fault(raw, reason, name, { name, value: fields[name] }));
      return null;
    };
    /** @type {(name: string) => boolean | null} */
    const flag = (name) => {
      const value = fields[name];
      if (typeof value === "boolean") return value;
      faults.push(fault(raw, "no_flag", name, { name, value }));
      return null;
    };
    /** @type {(field: string) => Flag} */
    const byDefault = (field) => {
      let value = entry(row.defaults, field) ?? null;
      if (has(row.sizes, field)) value = raw.prefix.length ? row.sizes[field] : null;
      if (value !== null) defaulted.push(field);
      else if (has(row.sizes, field) || field === "max_position_embeddings") {
        absent.push(namesOf(raw, field, tables)[0]);
      }
      return value;
    };
    /** @type {(field: string) => Flag} */
    const value = (field) => {
      if (has(row.fixed, field)) return row.fixed[field];
      const name = nameOf(raw, field, tables);
      if (name !== undefined && !(field === "mamba_d_head" && fields[name] === "auto")) {
        return tables.flags.includes(field) ? flag(name) : count(field, name);
      }
      const names = namesOf(raw, field, tables);
      if (tables.may_be_none.includes(field) && names.some((one) => has(fields, one))) return null;
      const layers = field === "num_hidden_layers" && row.tells_layers ? counted(raw, tables) : 0;
      return layers || byDefault(field);
    };

    const wanted = new Set(row.fields);
    for (const field of Object.keys(tables.synonyms)) {
      if (wanted.has(field)) values[field] = value(field);
    }
    faults.push(...notModelled(raw, tables));
    if (absent.length) faults.push(missing(raw, absent));
    return { values, defaulted, faults };
  };

  /**
   * Fields whose value makes another model of it than the family's.
   * @param {Raw} raw @param {ReaderTables} tables @returns {Fault[]}
   */
  const notModelled = (raw, tables) => {
    const { row, fields } = raw;
    /** @type {Fault[]} */
    const found = [];
    for (const [name, allowed] of Object.entries(row.only)) {
      const otherwise = has(row.defaults, name) ? row.defaults[name] : allowed;
      const value = stated(fields, name) ?? otherwise;
      if (value === null) found.push(missing(raw, [name]));
      else if (value !== allowed) {
        found.push(fault(raw, "only", name, { name, value, allowed, type: raw.type }));
      }
    }
    if (!row.fields.includes("num_experts")) {
      for (const name of tables.synonyms.num_experts) {
        if ((whole(stated(fields, name)) ?? 0) <= 1) continue;
        found.push(fault(raw, "with_experts", name, { type: raw.type }));
      }
    }
    const listed = stated(fields, "mlp_only_layers");
    if (Array.isArray(listed) && listed.length) {
      found.push(fault(raw, "dense_among_experts", "mlp_only_layers"));
    }
    return found;
  };

  /**
   * The shape of the decoder that the text of a config.json describes, with the names of the
   * fields that were taken from defaults; or all that is wrong with it.
   * @param {string} text
   * @param {ReaderTables} tables
   * @returns {Reading}
   */
  const read = (text, tables) => {
    const parsed = parse(text);
    if ("fault" in parsed) return { faults: [parsed.fault] };
    const raw = rawConfig(parsed.data, tables);
    if ("reason" in raw) return { faults: [raw] };
    const { values, defaulted, faults } = readFields(raw, tables);
    if (faults.length) return { faults };
    values.model_type = raw.row.family;
    const decided = LemarioConfigRules.complete(raw, values, tables);
    if (!Array.isArray(decided)) return { faults: [decided] };
    const said = Object.entries(values).filter(([, value]) => value !== null);
    const config = /** @type {ModelConfig} */ (
      /** @type {unknown} */ ({ ...tables.fields, ...Object.fromEntries(said) }));
    const wrong = LemarioConfigRules.contradictions(raw, config, tables);
    if (wrong.length) return { faults: wrong };
    const kept = defaulted.filter((field) => !decided.includes(field) && values[field] !== null);
    return { config, defaulted: kept };
  };

  return { read };
})();
