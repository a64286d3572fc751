/// <reference path="../../globals.d.ts" />
/* From the header of a GGUF file to what it says of its model. Twin of calc/readers/gguf_config.py and
   gguf_model.py, held together by tests/data/gguf_vectors.json. The tables are those of
   calc/readers/gguf_keys.py. Needs LemarioGguf. */
const LemarioGgufModel = (() => {
  /** @typedef {boolean | number | string | null} Scalar */
  /** @typedef {{ name: string, shape: number[], type: string }} Tensor */
  /** @typedef {{ metadata: Map<string, Scalar | Scalar[] | { skipped: number }>, tensors: Tensor[], part: number, parts: number }} Header */
  /** The fields of a model's config by their names in `ModelConfig`, the absent left out. @typedef {Record<string, any>} Config */
  /** `full_cache`: rows of keys and values of latent attention that is multiplied out. @typedef {{ config: Config, full_cache: [number, number] | null }} Described */
  /**
   * The tables that this script needs.
   * @typedef {object} Tables
   * @property {Record<string, [string, string?, number?][]>} families
   * @property {Record<string, any>} traits
   * @property {Record<string, string>} numbers
   * @property {Record<string, [string, number, number]>} shapes
   * @property {string[]} required
   */

  const { blockOf, fault, product, stopped } = LemarioGguf;
  const MOST = 2 ** 31;
  const MOST_LAYERS = 2048;

  /** Reads one header. `values` are the fields of the config, those that are absent left out. */
  class ConfigReader {
    /** @param {Header} header @param {Tables} tables */
    constructor(header, tables) {
      this.header = header;
      this.tables = tables;
      this.tensors = new Map(header.tensors.map((tensor) => [tensor.name, tensor]));
      this.names = [...this.tensors.keys()];
      this.arch = this.architecture();
      this.family = this.chosen();
      this.traits = tables.traits[this.family];
      /** @type {Config} */
      this.values = {};
      this.blocks = 0;
      this.layers = this.layerCount();
    }
    /** Field by field; what depends on another comes after it. @returns {Described} */
    read() {
      const { numbers, required } = this.tables;
      for (const [field, key] of Object.entries({ ...numbers, ...this.traits.sizes })) {
        this.put(field, this.number(key));
      }
      for (const field of required) {
        if (!this.values[field]) throw fault("missing", 0, this.key(numbers[field]));
      }
      this.shapes();
      const letters = this.letters();
      this.experts();
      this.states();
      const full_cache = this.heads(letters);
      this.flags(letters);
      this.contradictions(letters);
      return { config: { model_type: this.family, ...this.values }, full_cache };
    }

    architecture() {
      const { metadata, part } = this.header;
      const stated = metadata.get("general.architecture");
      if (typeof stated === "string") return stated;
      if (part > 1) throw fault("not_first", 0, "", part);
      throw fault("missing", 0, "general.architecture");
    }
    chosen() {
      const families = Object.hasOwn(this.tables.families, this.arch) ? this.tables.families[this.arch] : [];
      for (const [family, key, wanted] of families) {
        if (key === undefined || this.holds(key, wanted ?? 0)) return family;
      }
      throw fault("architecture", 0, this.arch);
    }

    /** Whether a tensor is there, or a number, which is that wanted if one is. @param {string} key @param {number} wanted */
    holds(key, wanted) {
      if (key.startsWith(".")) return this.has(key);
      const stated = this.number(key);
      return stated > 0 && (wanted === 0 || wanted === stated);
    }

    /** Whether a layer has a tensor of this name. @param {string} ending */
    has(ending) { return this.names.some((name) => name.endsWith(ending)); }
    /** @param {string} name */
    key(name) { return `${this.arch}.${name}`; }
    /** @param {string} name */
    value(name) { return this.header.metadata.get(this.key(name)); }
    /** @param {string} field @param {number} value */
    put(field, value) { if (value) this.values[field] = value; }
    /** A number as stated, the largest of a list; 0 if there is none. @param {string} name */
    number(name) { return Math.max(0, ...this.numbers(name)); }
    /** A number or a list of them; empty if nothing is stated. @param {string} name @returns {number[]} */
    numbers(name) {
      const stated = this.value(name);
      if (stated === undefined) return [];
      /** @type {number[]} */
      const found = [];
      for (const number of Array.isArray(stated) ? stated : [stated]) {
        if (!Number.isInteger(number) || Number(number) < 0 || Number(number) > MOST) {
          throw fault("number", 0, this.key(name));
        }
        found.push(Number(number));
      }
      return found;
    }
    /** A list with a number for each layer; null if what is stated is no list. @param {string} name */
    byLayer(name) {
      if (!Array.isArray(this.value(name))) return null;
      const found = this.numbers(name);
      if (found.length < this.layers) throw fault("number", 0, this.key(name));
      return found.slice(0, this.layers);
    }
    /** The number that all layers have that have any; 0 if none has. @param {string} name @param {number[]} numbers */
    alike(name, numbers) {
      const found = new Set(numbers.filter((number) => number !== 0));
      if (found.size > 1) throw fault("differs", 0, this.key(name));
      return [...found][0] ?? 0;
    }

    /** Without the blocks that predict several tokens, if they are in the file. */
    layerCount() {
      this.blocks = this.number("block_count");
      let extra = this.number("nextn_predict_layers");
      if (this.header.parts === 1 && !this.names.some((name) => name.includes(".nextn."))) extra = 0;
      if (!this.blocks) throw fault("missing", 0, this.key("block_count"));
      if (extra >= this.blocks || this.blocks > MOST_LAYERS) throw fault("number", 0, this.key("block_count"));
      this.values.num_hidden_layers = this.blocks - extra;
      this.put("num_nextn_predict_layers", extra);
      return this.blocks - extra;
    }
    /** The kinds of the layers; put down where they are not the family's own. */
    letters() {
      let usual = this.repeated(this.traits.pattern);
      if (this.traits.last_full && usual.endsWith("W")) usual = `${usual.slice(0, -1)}F`;
      const found = this.statedLetters();
      if (found === null || found === usual) return usual;
      this.values.layer_pattern = found;
      return found;
    }
    /** @param {string} pattern */
    repeated(pattern) {
      return pattern.repeat(Math.floor(this.layers / pattern.length) + 1).slice(0, this.layers);
    }
    /** The kinds of the layers as the file states them. @returns {string | null} */
    statedLetters() {
      /** @type {string} */
      const pattern = this.traits.pattern;
      const caches = this.byLayer("attention.head_count_kv");
      if (this.traits.no_cache) return caches && this.hybrid(caches);
      if (pattern.includes("W")) return this.windows();
      const interval = this.number("full_attention_interval");
      if (!"DL".includes(pattern[0]) || !interval) return null;
      if (interval > MOST_LAYERS) throw fault("number", 0, this.key("full_attention_interval"));
      return this.repeated(`${pattern[0].repeat(interval - 1)}F`);
    }
    /** @param {number[]} caches */
    hybrid(caches) {
      const { no_cache, feeds } = this.traits;
      const widths = feeds ? this.byLayer("feed_forward_length") : [];
      if (!widths) throw fault("number", 0, this.key("feed_forward_length"));
      return caches.map((heads, layer) => heads ? "F" : feeds && widths[layer] ? feeds : no_cache).join("");
    }
    /** Which layers see a window only: a list, or every how many one sees everything. */
    windows() {
      const name = "attention.sliding_window_pattern";
      const stated = this.value(name);
      if (Array.isArray(stated)) {
        if (stated.length < this.layers) throw fault("number", 0, this.key(name));
        return stated.slice(0, this.layers).map((w) => w === true || w === 1 ? "W" : "F").join("");
      }
      if (stated === undefined) return null;
      const interval = this.number(name);
      if (interval > MOST_LAYERS) throw fault("number", 0, this.key(name));
      return this.repeated(interval ? `${"W".repeat(interval - 1)}F` : "W");
    }

    /** A dimension of a tensor; 0 if there is no such tensor. @param {string} name @param {number} dimension */
    shape(name, dimension) {
      const size = this.tensors.get(name)?.shape[dimension] ?? 0;
      if (size > MOST) throw fault("contradiction", 0, name);
      return size;
    }
    /** What is said by tensors; the vocabulary else by its own key, or by its list of words. */
    shapes() {
      const { values, traits } = this;
      if (traits.altup) {
        for (const [field, [name, dimension, more]] of Object.entries(this.tables.shapes)) {
          const size = this.shape(name, dimension);
          this.put(field, values[field] || (size ? size + more : 0));
        }
      }
      const tokens = this.header.metadata.get("tokenizer.ggml.tokens");
      const listed = tokens && typeof tokens === "object" && "skipped" in tokens ? tokens.skipped : 0;
      const size = this.shape("token_embd.weight", 1) || this.number("vocab_size") || listed;
      if (!size || size > MOST) throw fault("missing", 0, this.key("vocab_size"));
      values.vocab_size = size;
      if (traits.own_cache && !values.num_kv_shared_layers) {
        this.put("num_kv_shared_layers", Math.max(0, this.layers - traits.own_cache));
      }
      if ((values.num_kv_shared_layers ?? 0) >= this.layers) {
        throw fault("number", 0, this.key("attention.shared_kv_layers"));
      }
    }
    experts() {
      const { values } = this;
      const experts = values.num_experts ?? 0;
      const used = values.num_experts_per_tok ?? 0;
      if (used > experts || (experts && !used)) throw fault("number", 0, this.key("expert_used_count"));
      if (experts && !values.n_shared_experts && !values.shared_expert_intermediate_size) {
        const name = this.names.find((name) => name.endsWith(".ffn_up_shexp.weight")) ?? "";
        this.put("shared_expert_intermediate_size", this.shape(name, 1));
      }
      if (!values.intermediate_size && !values.moe_intermediate_size) {
        throw fault("missing", 0, this.key("feed_forward_length"));
      }
    }
    /** The sizes of recurrent layers; `ssm.inner_size` is that of all heads. */
    states() {
      const { values } = this;
      /** @type {Record<string, string>} */
      const sizes = this.traits.sizes;
      for (const [field, key] of Object.entries(sizes)) {
        if (!values[field] && field !== "q_lora_rank") throw fault("missing", 0, this.key(key));
      }
      const heads = values.mamba_n_heads || values.linear_num_value_heads;
      if (!heads) return;
      const inner = this.number("ssm.inner_size");
      if (!inner || inner % heads) throw fault("number", 0, this.key("ssm.inner_size"));
      values[values.mamba_n_heads ? "mamba_d_head" : "linear_value_head_dim"] = inner / heads;
    }

    /** Heads and their lengths; of latent attention the cache, if it is that of all heads. @param {string} letters @returns {[number, number] | null} */
    heads(letters) {
      const { values } = this;
      const name = "attention.head_count";
      const heads = this.alike(name, this.numbers(name));
      values.num_attention_heads = heads;
      if (this.traits.latent) return this.latentHeads(heads);
      const length = values.head_dim ?? 0;
      const valueLength = this.number("attention.value_length");
      if (valueLength && valueLength !== length) throw fault("value_length", 0, this.key("attention.value_length"));
      if (!length && heads > values.hidden_size) throw fault("number", 0, this.key(name));
      const windowed = letters.includes("W") ? this.number("attention.key_length_swa") : 0;
      if (windowed && windowed !== length) {
        values.head_dim = windowed;
        this.put("global_head_dim", length);
      }
      this.keyHeads(letters, heads);
      return null;
    }
    /** Heads of keys and values, which may be others in layers that see everything. @param {string} letters @param {number} heads */
    keyHeads(letters, heads) {
      const name = "attention.head_count_kv";
      const stated = this.numbers(name)[0] ?? heads;
      const byLayer = this.byLayer(name) ?? Array(this.layers).fill(stated);
      const windows = byLayer.filter((_, layer) => letters[layer] === "W");
      const others = byLayer.filter((_, layer) => letters[layer] !== "W");
      const wide = this.alike(name, others);
      const own = windows.length ? this.alike(name, windows) : wide;
      if (!own) throw fault("number", 0, this.key(name));
      if (byLayer.some((n, layer) => !n && "FW".includes(letters[layer]))) throw fault("differs", 0, this.key(name));
      this.values.num_key_value_heads = own;
      if (wide && wide !== own) this.values.num_global_key_value_heads = wide;
    }
    /** Of old files keys and values are multiplied out, and the cache holds those of all heads. @param {number} heads @returns {[number, number] | null} */
    latentHeads(heads) {
      const { values } = this;
      const old = this.has(".attn_kv_b.weight") && !this.has(".attn_k_b.weight");
      const ending = old && !this.number("attention.key_length_mla") ? "" : "_mla";
      const [key, value] = ["attention.key_length", "attention.value_length"].map((name) => {
        const length = this.number(name + ending);
        if (!length) throw fault("missing", 0, this.key(name + ending));
        return length;
      });
      const plain = key - values.qk_rope_head_dim;
      if (plain <= 0) throw fault("number", 0, this.key("rope.dimension_count"));
      delete values.head_dim;
      values.num_key_value_heads = heads;
      values.qk_nope_head_dim = plain;
      values.v_head_dim = value;
      return old ? [heads * key, heads * value] : null;
    }

    /** What only the tensors say. @param {string} letters */
    flags(letters) {
      const { header, tensors, traits, values } = this;
      if (traits.tied || (header.parts === 1 && !tensors.has("output.weight"))) values.tie_word_embeddings = true;
      if (this.has(".attn_q.bias") || this.has(".attn_qkv.bias")) values.attention_bias = true;
      if (traits.norm_if_stated && this.has(".attn_q_norm.weight")) values.use_qk_norm = true;
      const lacksValues = (/** @type {string} */ _, /** @type {number} */ layer) =>
        tensors.has(`blk.${layer}.attn_k.weight`) && !tensors.has(`blk.${layer}.attn_v.weight`);
      if (letters.includes("W") && [...letters].some(lacksValues)) values.attention_k_eq_v = true;
      const head = values.global_head_dim || values.head_dim;
      for (const [table, name] of [["freqs", "rope_freqs"], ["factors", "rope_factors_long"]]) {
        const half = this.shape(`${name}.weight`, 0);
        if (!half) continue;
        values.rope_table = table;
        if (2 * half !== head && 2 * half <= MOST) values.rope_dim = 2 * half;
      }
    }
    /** Tensors that are not as the metadata say: then the cache would not be so, either. @param {string} letters */
    contradictions(letters) {
      const width = this.shape("token_embd.weight", 0);
      if (width && width !== this.values.hidden_size) throw fault("contradiction", 0, "token_embd.weight");
      for (const tensor of this.header.tensors) {
        const block = blockOf(tensor.name);
        if (block === null) continue;
        const fits = block >= this.layers || this.fits(tensor, letters[block]);
        if (block >= this.blocks || !fits) throw fault("contradiction", 0, tensor.name);
      }
    }
    /** Whether a stack has all experts, and a matrix of keys the rows that the cache gets. @param {Tensor} tensor @param {string} letter */
    fits(tensor, letter) {
      const { values } = this;
      if (tensor.name.includes("_exps.") && tensor.shape.length === 3) {
        return tensor.shape[2] === (values.num_experts ?? 0);
      }
      if (this.traits.latent || !tensor.name.endsWith(".attn_k.weight")) return true;
      let head = values.head_dim || Math.floor(values.hidden_size / values.num_attention_heads);
      let heads = values.num_key_value_heads;
      if (letter !== "W" || !values.sliding_window) {
        head = values.global_head_dim ?? head;
        heads = values.num_global_key_value_heads ?? heads;
      }
      return this.shape(tensor.name, 1) === head * heads;
    }
  }

  /**
   * The config of the model that a header describes, or what is wrong.
   * @param {Header} header
   * @param {Tables} tables
   * @returns {Described | { fault: { code: string, kind: string, offset: number, about: string, value: number | string } }}
   */
  const config = (header, tables) => {
    const described = stopped(() => new ConfigReader(header, tables).read());
    if ("need" in described) throw new Error("a header asks for no more bytes");
    return described;
  };

  // --- Matrices ----------------------------------------------------------------------------------

  /** Tensors as matrices, those of one name, shape and type as copies of one. @param {Tensor[]} tensors @param {Config} config */
  const matrices = (tensors, config) => {
    /** @type {Map<string, { kind: Tensor, places: number[] }>} */
    const kinds = new Map();
    for (const { name, shape, type } of tensors) {
      const block = blockOf(name);
      const own = block === null ? name : name.replace(/^blk\.\d+\./, "");
      const id = `${own} ${shape} ${type}`;
      if (!kinds.has(id)) kinds.set(id, { kind: { name: own, shape, type }, places: [] });
      kinds.get(id)?.places.push(block ?? 0);
    }
    return [...kinds.values()].map(({ kind, places }) => ({
      role: /^rope_(freqs|factors)/.test(kind.name) ? "table" : kind.type === "F32" ? "f32" : "plain",
      row: kind.shape[0] ?? 1,
      elements: product(kind.shape),
      read: tokenReads(kind, config),
      copies: places.map((place) => ({ block: place, place, number: place })),
      of: places.length,
      stored: kind.type,
    }));
  };

  /** Elements that one token reads: of experts those in use; none of what is looked up only. @param {Tensor} kind @param {Config} config */
  const tokenReads = (kind, config) => {
    const elements = product(kind.shape);
    if (kind.name.includes("_exps.") && config.num_experts) {
      return elements / config.num_experts * (config.num_experts_per_tok ?? 0);
    }
    if (kind.name === "token_embd.weight") return config.tie_word_embeddings ? elements : 0;
    return kind.name === "per_layer_token_embd.weight" ? 0 : elements;
  };

  /**
   * The architecture of the config, `base`, with the tensors of the file for its matrices.
   * @template {{ layers: readonly any[] }} T
   * @param {T} base
   * @param {Header} header
   * @param {Described} described
   * @returns {T}
   */
  const stored = (base, header, { config, full_cache }) => {
    const of = (/** @type {(block: number | null) => boolean} */ wanted) =>
      header.tensors.filter((tensor) => wanted(blockOf(tensor.name)));
    const plain = (/** @type {any} */ layer) => full_cache && {
      mixer: "attention", key_row: full_cache[0], value_row: full_cache[1],
      head: full_cache[0] / layer.heads, query: full_cache[0],
    };
    return {
      ...base,
      ...(full_cache && { latent: 0, query_head: 0 }),
      layers: base.layers.map((layer) => ({
        ...layer,
        ...plain(layer),
        matrices: matrices(of((block) => layer.blocks.includes(block)), config),
      })),
      outside: matrices(of((block) => block === null), config),
      skipped: matrices(of((block) => block !== null && block >= config.num_hidden_layers), config),
    };
  };

  return { config, stored, matrices };
})();
