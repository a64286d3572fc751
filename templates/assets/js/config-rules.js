/// <reference path="../../globals.d.ts" />
/* What follows from other fields of a config, and what cannot be: the twin of config_rules.py and
   config_checks.py. Pure. Needs LemarioConfigLayers and LemarioArchitecture. */
const LemarioConfigRules = (() => {
  const { has, entry, stated, whole, fault, missing, namesOf, nameOf, about, layerPattern, readRope } =
    LemarioConfigLayers;

  // --- Rules --------------------------------------------------------------------------------------

  /** A switch of the file: on if it is true. @type {(raw: Raw, name: string, otherwise: boolean) => boolean} */
  const isOn = (raw, name, otherwise) => {
    const value = stated(raw.fields, name);
    if (value !== undefined) return value === true;
    return (has(raw.row.defaults, name) ? raw.row.defaults[name] : otherwise) === true;
  };

  /** @type {(values: Values, field: string) => number} */
  const number = (values, field) => whole(values[field]) ?? 0;

  /** @type {(values: Values, fields: readonly string[]) => void} */
  const clear = (values, fields) => {
    for (const field of fields) values[field] = null;
  };

  const EXPERTS = ["num_experts", "num_experts_per_tok", "moe_intermediate_size"];
  const MAMBA = ["mamba_n_heads", "mamba_d_head", "mamba_n_groups", "mamba_d_state", "mamba_d_conv"];
  const MOST_EXPANSION = 64;

  /**
   * What follows from other fields, by the names in the table; see config_rules.py. A rule gives
   * what is wrong, or the fields whose default does not hold.
   * @type {Record<string, (raw: Raw, values: Values, tables: ReaderTables) => Fault | string[]>}
   */
  const RULES = {
    falcon: (raw, values, tables) => {
      const large = isOn(raw, "new_decoder_architecture", false);
      if (!large && isOn(raw, "multi_query", true)) values.num_key_value_heads = 1;
      values.intermediate_size ??= 4 * number(values, "hidden_size");
      if (!large || nameOf(raw, "tie_word_embeddings", tables) !== undefined) return [];
      values.tie_word_embeddings = false;
      return ["tie_word_embeddings"];
    },
    gemma4: (raw, values) => {
      if (!isOn(raw, "enable_moe_block", false)) clear(values, EXPERTS);
      if (!values.attention_k_eq_v) values.num_global_key_value_heads = null;
      return [];
    },
    mamba_heads: (raw, values) => {
      const heads = number(values, "mamba_n_heads");
      if ((values.mamba_d_head ?? null) !== null || !heads) return [];
      const expand = has(raw.fields, "mamba_expand") ? whole(raw.fields.mamba_expand) : 2;
      if (expand === null || expand <= 0 || expand > MOST_EXPANSION) {
        return fault(raw, "no_count", "mamba_expand", { name: "mamba_expand", value: expand });
      }
      values.mamba_d_head = Math.floor((expand * number(values, "hidden_size")) / heads) || null;
      return values.mamba_d_head === null ? missing(raw, ["mamba_d_head"]) : [];
    },
    granite_hybrid: (_raw, values) => {
      const hybrid = String(values.layer_pattern ?? "").includes("M");
      if (!hybrid) clear(values, [...MAMBA, "layer_pattern"]);
      const experts = number(values, "num_experts");
      if (experts) {
        values.shared_expert_intermediate_size = values.intermediate_size;
        values.intermediate_size = null;
      } else clear(values, ["num_experts_per_tok", "moe_intermediate_size"]);
      if (!hybrid) values.model_type = experts ? "granitemoe" : "granite";
      return [];
    },
    nemotron_h: (raw, values) => {
      if (String(values.layer_pattern ?? "").includes("E")) {
        if (!number(values, "num_experts")) return missing(raw, ["n_routed_experts"]);
        values.model_type = "nemotron_h_moe";
        return [];
      }
      const more = ["moe_latent_size", "n_shared_experts", "shared_expert_intermediate_size"];
      clear(values, [...EXPERTS, ...more]);
      return [];
    },
    adjusted_ffn: (raw, values) => {
      if (!isOn(raw, "block_auto_adjust_ff_dim", true)) return [];
      const name = "block_ffn_dim_multiplier";
      const factor = stated(raw.fields, name);
      if (factor !== undefined && factor !== 1) {
        return fault(raw, "only", name, { name, value: factor, allowed: 1, type: raw.type });
      }
      const size = "block_multiple_of";
      const multiple = has(raw.fields, size) ? whole(raw.fields[size]) : 256;
      if (multiple === null || multiple <= 0 || multiple > number(values, "intermediate_size")) {
        return fault(raw, "no_count", size, { name: size, value: raw.fields[size] });
      }
      const width = Math.floor((2 * number(values, "intermediate_size")) / 3);
      values.intermediate_size = multiple * Math.floor((width + multiple - 1) / multiple);
      return [];
    },
    interleaved_experts: (raw, values) => {
      const listed = stated(raw.fields, "moe_layers");
      if (!Array.isArray(listed) || !listed.length) return [];
      const step = number(values, "interleave_moe_layer_step") || 1;
      const layers = Math.floor(number(values, "num_hidden_layers") / step);
      const right = listed.length === layers
        && listed.every((layer, n) => layer === (n + 1) * step - 1);
      return right ? [] : fault(raw, "dense_among_experts", "moe_layers");
    },
    experts_to_the_end: (raw, values) => {
      const name = "moe_layer_end_index";
      const last = stated(raw.fields, name);
      const ends = [undefined, -1, number(values, "num_hidden_layers") - 1];
      return ends.includes(/** @type {number} */ (last)) ? [] : fault(raw, "dense_among_experts", name);
    },
  };

  /**
   * How many layers are dense before those with experts, where each layer is said to be one.
   * @type {(raw: Raw, values: Values, count: number) => Fault | null}
   */
  const denseFirst = (raw, values, count) => {
    const kinds = stated(raw.fields, "mlp_layer_types");
    if (!raw.row.fields.includes("first_k_dense_replace") || !Array.isArray(kinds) || !kinds.length) {
      return null;
    }
    const sparse = kinds.findIndex((kind) => kind !== "dense");
    const first = sparse < 0 ? kinds.length : sparse;
    if (kinds.length !== count || kinds.slice(first).some((kind) => kind !== "sparse")) {
      return fault(raw, "dense_among_experts", "mlp_layer_types");
    }
    values.first_k_dense_replace = first;
    return null;
  };

  /**
   * Sets what follows from other fields. Gives what is wrong, or the fields whose default does
   * not hold.
   * @type {(raw: Raw, values: Values, tables: ReaderTables) => Fault | string[]}
   */
  const complete = (raw, values, tables) => {
    const { row } = raw;
    const count = number(values, "num_hidden_layers");
    if (count > tables.most_layers) return about(raw, "most_layers", "num_hidden_layers", tables);
    if (entry(raw.fields, "use_sliding_window") === false) values.sliding_window = null;
    const uneven = denseFirst(raw, values, count);
    if (uneven) return uneven;
    const pattern = layerPattern(raw, values, count, tables);
    if (pattern !== null && typeof pattern === "object") return pattern;
    values.layer_pattern = pattern;
    /** @type {string[]} */
    const decided = [];
    for (const name of row.rules) {
      const outcome = RULES[name](raw, values, tables);
      if (!Array.isArray(outcome)) return outcome;
      decided.push(...outcome);
    }
    for (const [field, most] of Object.entries(row.most)) {
      values[field] = Math.min(number(values, field), most);
    }
    values.num_key_value_heads ??= values.num_attention_heads;
    if (tables.families[row.family].latent) values.head_dim = null;
    const heads = number(values, "num_attention_heads");
    readRope(raw, values, number(values, "head_dim") || Math.floor(number(values, "hidden_size") / heads));
    const wanted = values.num_experts ? ["num_experts_per_tok", "moe_intermediate_size"] : [];
    const absent = wanted.filter((field) => (values[field] ?? null) === null);
    return absent.length ? missing(raw, absent.map((field) => namesOf(raw, field, tables)[0])) : decided;
  };

  /**
   * Fields that cannot go together, or that cannot be computed together.
   * @type {(raw: Raw, config: ModelConfig, tables: ReaderTables) => Fault[]}
   */
  const contradictions = (raw, config, tables) => {
    /** @type {Fault[]} */
    const found = [];
    const heads = config.num_attention_heads;
    const groupings = /** @type {const} */ (["num_key_value_heads", "num_global_key_value_heads"]);
    for (const field of groupings) {
      const groups = config[field];
      if (groups && heads % groups) found.push(about(raw, "heads", field, tables, { heads, groups }));
    }
    const width = config.hidden_size;
    if (!config.head_dim && !tables.families[config.model_type].latent && width % heads) {
      found.push(about(raw, "no_head", "hidden_size", tables, { width, heads }));
    }
    if ((config.num_experts_per_tok ?? 0) > (config.num_experts ?? 0)) {
      found.push(about(raw, "experts_used", "num_experts_per_tok", tables));
    }
    if ((config.num_kv_shared_layers ?? 0) >= config.num_hidden_layers) {
      found.push(about(raw, "kept_by_none", "num_kv_shared_layers", tables));
    }
    const inner = (config.mamba_n_heads ?? 0) * (config.mamba_d_head ?? 0);
    const groups = config.mamba_n_groups;
    if (groups && inner % groups) {
      found.push(about(raw, "groups", "mamba_n_groups", tables, { inner, groups }));
      return found;
    }
    if (LemarioArchitecture.largestTensor(config, tables) >= tables.most_elements) {
      found.push(fault(raw, "tensor", ""));
    }
    return found;
  };

  return { complete, contradictions };
})();
