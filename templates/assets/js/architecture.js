/// <reference path="../../globals.d.ts" />
/* From a model's config to the Architecture that the formulas compute with: the twin of
   layer_plans.py, tensors.py and architecture.py. Pure; families and tensors are tables that are
   made from Python. */
const LemarioArchitecture = (() => {
  /**
   * A layer: how it mixes tokens, and which feed-forward parts it has.
   * @typedef {object} LayerPlan
   * @property {string} mixer
   * @property {number} window in tokens, 0 if it sees everything
   * @property {boolean} caches whether it keeps keys and values of its own
   * @property {boolean} dense
   * @property {boolean} experts
   */
  /** @typedef {{name: string, shape: number[], role: string}} Tensor row length first */
  /** @typedef {{block: number, place: number, number: number}} Copy */
  /** @typedef {Record<string, number>} Sizes */

  /** @type {LayerPlan} */
  const OUTSIDE = { mixer: "attention", window: 0, caches: true, dense: false, experts: false };

  // --- The layers ---------------------------------------------------------------------------------

  /**
   * The letters of the layers, in order. @type {(config: ModelConfig, family: Family) => string[]}
   */
  const letters = (config, family) => {
    const pattern = config.layer_pattern ?? family.pattern;
    const count = config.num_hidden_layers;
    const found = Array.from({ length: count }, (_, layer) => pattern[layer % pattern.length]);
    if (family.last_full && found.at(-1) === "W") found[found.length - 1] = "F";
    return found;
  };

  /** Whether this layer has experts. @type {(config: ModelConfig, layer: number) => boolean} */
  const hasExperts = (config, layer) => {
    const step = config.interleave_moe_layer_step ?? 1;
    const first = config.first_k_dense_replace ?? 0;
    return Boolean(config.num_experts) && layer >= first && (layer + 1) % step === 0;
  };

  /**
   * The layers in order.
   * @param {ModelConfig} config @param {Family} family @param {ReaderTables} tables
   * @returns {LayerPlan[]}
   */
  const layerPlans = (config, family, tables) => letters(config, family).map((letter, layer) => {
    let mixer = tables.mixers[letter];
    const window = letter === "W" ? config.sliding_window ?? family.window : 0;
    if (mixer === "attention" && family.latent) mixer = "latent";
    const shared = config.num_hidden_layers - (config.num_kv_shared_layers ?? 0);
    const feeds = !family.bare || mixer === "none";
    const experts = feeds && hasExperts(config, layer) && letter !== "X";
    const dense = feeds && (!experts || family.both);
    return { mixer, window, caches: mixer === "latent" || layer < shared, dense, experts };
  });

  /** Width of an expert's feed-forward part. @param {ModelConfig} config */
  const expertFfn = (config) => config.moe_intermediate_size ?? config.intermediate_size ?? 0;

  /** Width of the feed-forward part that all tokens share. @param {ModelConfig} config */
  const sharedFfn = (config) => config.shared_expert_intermediate_size
    || (config.n_shared_experts ?? 0) * expertFfn(config);

  /** @type {(config: ModelConfig, family: Family) => boolean} */
  const isTied = (config, family) => config.tie_word_embeddings || family.tied;

  /** @param {ModelConfig} config @param {Family} family */
  const mtpBlocks = (config, family) =>
    family.mtp_block ? config.num_nextn_predict_layers ?? 1
      : family.mtp_files ? config.num_nextn_predict_layers ?? 0 : 0;

  /**
   * The sizes that the shapes of tensors name, for one layer.
   * @param {ModelConfig} config @param {Family} family @param {LayerPlan} plan @returns {Sizes}
   */
  const layerSizes = (config, family, plan) => {
    const width = config.hidden_size;
    const heads = config.num_attention_heads;
    let head = config.head_dim ?? Math.floor(width / heads);
    let keyHeads = config.num_key_value_heads;
    if (!plan.window) {
      head = config.global_head_dim ?? head;
      keyHeads = config.num_global_key_value_heads ?? keyHeads;
    }
    const query = heads * head;
    const key = keyHeads * head;
    const rope = config.qk_rope_head_dim ?? 0;
    const nope = config.qk_nope_head_dim ?? 0;
    const latent = config.kv_lora_rank ?? 0;
    const value = config.v_head_dim ?? 0;
    let ffn = config.intermediate_size ?? expertFfn(config);
    if (config.use_double_wide_mlp && !plan.caches) ffn *= 2;
    const inputs = config.hidden_size_per_layer_input ?? 0;
    const altup = config.altup_num_inputs ?? 0;
    return {
      one: 1, width, width2: 2 * width, width3: 3 * width,
      vocabulary: config.vocab_size,
      heads, head, key_heads: keyHeads, query, query3: 3 * query,
      query_gate: family.gated_query ? 2 * query : query,
      key, qkv: query + 2 * key,
      rope_half: Math.floor((config.rope_dim ?? head) / 2),
      query_rank: config.q_lora_rank ?? 0,
      latent, latent_row: latent + rope,
      latent_query: heads * (nope + rope), latent_value: heads * value,
      nope, value, ffn, ffn_up: family.fused_ffn ? 2 * ffn : ffn,
      experts: config.num_experts ?? 0,
      expert: expertFfn(config),
      expert_row: config.moe_latent_size ?? width,
      shared: sharedFfn(config),
      inputs, inputs_all: inputs * config.num_hidden_layers,
      altup, altup2: altup * altup, altup_rest: altup - 1,
      laurel: config.laurel_rank ?? 0,
      ...stateSizes(config, plan),
    };
  };

  /**
   * Those of recurrent layers. @param {ModelConfig} config @param {LayerPlan} plan @returns {Sizes}
   */
  const stateSizes = (config, plan) => {
    if (plan.mixer === "short_conv") {
      return { kernel: config.conv_l_cache ?? 0, conv: config.hidden_size };
    }
    if (plan.mixer === "delta") {
      const keys = (config.linear_num_key_heads ?? 0) * (config.linear_key_head_dim ?? 0);
      const heads = config.linear_num_value_heads ?? 0;
      const head = config.linear_value_head_dim ?? 0;
      const inner = heads * head;
      return {
        kernel: config.linear_conv_kernel_dim ?? 0, conv: 2 * keys + inner, inner,
        state_heads: heads, state_heads2: 2 * heads, state_head: head,
        state: inner * (config.linear_key_head_dim ?? 0),
      };
    }
    if (plan.mixer === "mamba") {
      const heads = config.mamba_n_heads ?? 0;
      const groups = config.mamba_n_groups ?? 0;
      const inner = heads * (config.mamba_d_head ?? 0);
      const state = config.mamba_d_state ?? 0;
      return {
        kernel: config.mamba_d_conv ?? 0, conv: inner + 2 * groups * state, inner,
        state_heads: heads, ssm_in: 2 * inner + 2 * groups * state + heads, groups,
        group_inner: Math.floor(inner / Math.max(1, groups)), state: inner * state,
      };
    }
    return {};
  };

  /**
   * The flags of the tensors' table that hold for one layer, and for what is outside of layers.
   * @param {ModelConfig} config @param {Family} family @param {LayerPlan} plan
   * @returns {Set<string>}
   */
  const layerFlags = (config, family, plan) => {
    const stated = {
      tied: isTied(config, family),
      attention_bias: config.attention_bias,
      query_rank: Boolean(config.q_lora_rank),
      shared: sharedFfn(config) > 0,
      latent_experts: Boolean(config.moe_latent_size),
      layer_inputs: Boolean(config.hidden_size_per_layer_input),
      rope_freqs: config.rope_table === "freqs",
      rope_factors: config.rope_table === "factors",
      own_value: Boolean(plan.window) || !config.attention_k_eq_v,
      second_norm: family.falcon && config.num_key_value_heads > 1,
      expert_norms: family.expert_norms && plan.experts,
      [`qk_norm_${family.qk_norm}`]: config.use_qk_norm || !family.qk_norm_if_stated,
    };
    const all = Object.entries({ ...family, ...stated });
    return new Set(all.filter(([, holds]) => holds === true).map(([flag]) => flag));
  };

  // --- The tensors --------------------------------------------------------------------------------

  /**
   * The tensors of a config's file, by part.
   * @param {ModelConfig} config @param {Family} family @param {ReaderTables} tables
   */
  const tensorsOf = (config, family, tables) => {
    /** @type {(names: readonly string[]) => Tensor[]} */
    const norms = (names) => names.flatMap((name) => {
      const kinds = family.norm_bias ? ["weight", "bias"] : ["weight"];
      return kinds.map((kind) => ({ name: `${name}.${kind}`, shape: [config.hidden_size], role: "f32" }));
    });
    /** @type {(part: string, plan: LayerPlan) => Tensor[]} */
    const part = (name, plan) => {
      const sizes = layerSizes(config, family, plan);
      const flags = layerFlags(config, family, plan);
      return tables.parts[name]
        .filter((row) => row.when.every((flag) =>
          flag.startsWith("!") ? !flags.has(flag.slice(1)) : flags.has(flag)))
        .map((row) => ({ name: row.name, shape: row.shape.map((size) => sizes[size]), role: row.role }));
    };
    const outside = () => [...part("outside", OUTSIDE), ...norms(["output_norm"])];
    /** @type {(plan: LayerPlan) => Tensor[]} */
    const layer = (plan) => {
      const parts = [plan.mixer];
      if (plan.dense) parts.push("dense");
      if (plan.experts) parts.push("experts");
      parts.push("every_layer");
      return [...norms(family.norms), ...parts.flatMap((name) => part(name, plan))];
    };
    /** @type {(last: LayerPlan) => Tensor[]} */
    const mtp = (last) => [...layer(last), ...part("mtp", last)];
    return { outside, layer, mtp };
  };

  /** @param {Tensor} tensor */
  const elements = (tensor) => tensor.shape.reduce((product, size) => product * size, 1);

  // --- The roles ----------------------------------------------------------------------------------

  /**
   * What stands for a role in this model: the quantiser asks for heads, experts, family.
   * @param {ModelConfig} config @param {Family} family @param {LayerPlan[]} plans
   * @returns {Record<string, string>}
   */
  const roleVariants = (config, family, plans) => {
    const experts = config.num_experts ?? 0;
    const first = plans[0].mixer;
    let ratio = Math.floor(config.num_attention_heads / config.num_key_value_heads);
    if (first === "latent") ratio = config.num_attention_heads;
    if (["mamba", "short_conv", "none"].includes(first)) ratio = 0;
    /** @type {Record<string, string>} */
    const found = {};
    if (ratio >= 4) found.attn_v = "attn_v_gqa";
    else if (experts >= 4) found.attn_v = "attn_v_moe";
    const llama = family.gguf === "llama" && ratio > 1 && experts !== 8;
    const large = config.num_hidden_layers === 80 && (family.gguf === "qwen2" || llama);
    if (large) found.attn_v = ratio >= 4 ? "attn_v_70b" : "attn_v_72b";
    if (experts === 8) {
      for (const role of ["attn_v", "attn_k", "attn_output", "ffn_down", "ffn_down_stack"]) {
        found[role] = `${role}_8x`;
      }
    }
    if (family.falcon) {
      found.attn_output = "attn_output_falcon";
      found.ffn_down = "ffn_down_falcon";
    }
    return found;
  };

  /**
   * Values a token beside feed-forward part, attention and logits: the inputs of all layers.
   * @param {ModelConfig} config @param {Family} family @returns {[number, number, number]}
   */
  const sideValues = (config, family) => {
    const inputs = config.hidden_size_per_layer_input ?? 0;
    const every = inputs * config.num_hidden_layers;
    if (family.altup) return [every + 3 * inputs, every + 3 * config.hidden_size, 0];
    return [every, every ? every + config.hidden_size : 0, every];
  };

  /**
   * Hidden vectors alive in the feed-forward part, with a plain and with a quantized cache.
   * @param {ModelConfig} config @param {Family} family @returns {readonly number[]}
   */
  const vectorsOf = (config, family) => {
    const [plain, quantised] = family.vectors;
    if (family.falcon && config.num_key_value_heads > 1) return [5, 5];
    if (family.altup || !config.hidden_size_per_layer_input) return family.vectors;
    const again = (config.hidden_size_per_layer_input * config.num_hidden_layers) / config.hidden_size;
    return [plain + (config.use_double_wide_mlp ? again : 0), quantised + again];
  };

  /** As Python orders text: by code points. @param {Tensor} a @param {Tensor} b */
  const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

  /**
   * The numbers of values and of feed-forward parts, counted in the order of the file; and how
   * many values there are.
   * @param {ModelConfig} config @param {Tensor[][]} blocks
   */
  const numbering = (config, blocks) => {
    /** @type {Record<string, number>} */
    const counted = {};
    /** @type {Map<string, Copy>} */
    const copies = new Map();
    const byBlock = (config.num_experts ?? 0) > 1;
    blocks.forEach((tensors, block) => {
      for (const tensor of tensors.toSorted(byName)) {
        const kind = tensor.role.replace(/_stack$/, "");
        if (!["attn_v", "ffn_up", "ffn_down"].includes(kind)) continue;
        const counter = kind === "ffn_up" ? tensor.name.slice(0, 8) : kind;
        const number = counted[counter] ?? 0;
        counted[counter] = number + 1;
        const place = kind !== "attn_v" && byBlock ? block : number;
        copies.set(`${block} ${tensor.name}`, { block, place, number });
      }
    });
    return { copies, values: counted.attn_v ?? 0 };
  };

  // --- The whole ----------------------------------------------------------------------------------

  /**
   * The decoder of a config, its layers grouped by kind. The config must be without faults.
   * @param {ModelConfig} config
   * @param {ReaderTables} tables
   * @returns {WholeArchitecture}
   */
  const fromConfig = (config, tables) => {
    const family = tables.families[config.model_type];
    const plans = layerPlans(config, family, tables);
    const tensors = tensorsOf(config, family, tables);
    /** @type {Map<string, {plan: LayerPlan, blocks: number[]}>} */
    const kinds = new Map();
    plans.forEach((plan, block) => {
      const key = JSON.stringify(plan);
      const kind = kinds.get(key) ?? { plan, blocks: [] };
      kinds.set(key, kind);
      kind.blocks.push(block);
    });
    const made = new Map([...kinds].map(([key, { plan }]) => [key, tensors.layer(plan)]));
    const extra = mtpBlocks(config, family);
    const skipped = extra ? tensors.mtp(plans[plans.length - 1]) : [];
    const every = plans.map((plan) => made.get(JSON.stringify(plan)) ?? []);
    for (let n = 0; n < extra; n += 1) every.push(skipped);
    const { copies, values } = numbering(config, every);
    const variants = roleVariants(config, family, plans);
    const blocks = plans.length + extra;
    const tied = isTied(config, family);

    /** @type {(tensor: Tensor) => string} */
    const output = (tensor) =>
      family.falcon || tensor.shape[0] % 256 ? "output_uneven" : "output";
    /** @type {(tensor: Tensor, found: Copy[], of: number) => WholeMatrix} */
    const matrix = (tensor, found, of) => {
      const size = elements(tensor);
      const experts = /_exps\.(weight|bias)$/.test(tensor.name);
      const read = experts
        ? (size / (config.num_experts || 1)) * (config.num_experts_per_tok ?? 0) : size;
      const role = tensor.role === "output" ? output(tensor) : variants[tensor.role] ?? tensor.role;
      return { role, row: tensor.shape[0], elements: size, read, copies: found, of, stored: "F32" };
    };
    /** @type {(list: Tensor[], numbers: number[]) => WholeMatrix[]} */
    const matrices = (list, numbers) => list.map((tensor) => matrix(
      tensor,
      numbers.map((n) => copies.get(`${n} ${tensor.name}`) ?? { block: n, place: n, number: n }),
      tensor.role.startsWith("attn_v") ? Math.max(1, values) : blocks));
    const outside = tensors.outside().map((tensor) => {
      const plain = matrix(tensor, [{ block: 0, place: 0, number: 0 }], 1);
      if (tensor.role !== "embedding") return plain;
      const shared = tied && tensor.name === "token_embd.weight";
      return { ...plain, role: tied ? output(tensor) : tensor.role, read: shared ? plain.elements : 0 };
    });

    /** @type {(kind: {plan: LayerPlan, blocks: number[]}, key: string) => WholeLayer} */
    const layer = ({ plan, blocks: numbers }, key) => {
      const sizes = layerSizes(config, family, plan);
      const attends = plan.mixer === "attention";
      const latent = plan.mixer === "latent";
      const keys = attends && plan.caches ? sizes.key : 0;
      const keyRow = latent ? sizes.latent_row : keys;
      const mixes = ["attention", "latent", "lightning"].includes(plan.mixer);
      const heads = mixes ? config.num_attention_heads : 0;
      const vectors = vectorsOf(config, family);
      return {
        blocks: numbers,
        mixer: plan.mixer,
        heads,
        key_row: keyRow,
        value_row: latent ? 0 : keys,
        head: latent ? keyRow : attends ? sizes.head : 0,
        window: plan.window,
        query: heads ? sizes.query : 0,
        gated_query: family.gated_query && attends,
        post_norm: family.post_norm,
        fused_qkv: family.fused_qkv,
        conv: sizes.conv ?? 0,
        taps: Math.max(0, (sizes.kernel ?? 0) - 1),
        state: plan.mixer === "lightning" ? heads * (sizes.head * sizes.head) : sizes.state ?? 0,
        inner: sizes.inner ?? 0,
        ffn: plan.dense ? sizes.ffn : 0,
        gated: family.gated,
        experts_used: plan.experts ? config.num_experts_per_tok ?? 0 : 0,
        expert_ffn: plan.experts ? expertFfn(config) : 0,
        expert_row: plan.experts ? sizes.expert_row : 0,
        shared_ffn: plan.experts ? sharedFfn(config) : 0,
        vectors: vectors[0],
        vectors_quantised: vectors[1],
        matrices: matrices(made.get(key) ?? [], numbers),
      };
    };

    const rope = family.latent ? config.qk_rope_head_dim ?? 0 : 0;
    const [sideFfn, sideAttention, sideLogits] = sideValues(config, family);
    return {
      width: config.hidden_size,
      vocabulary: config.vocab_size,
      context: config.max_position_embeddings,
      latent: family.latent ? config.kv_lora_rank ?? 0 : 0,
      query_head: family.latent ? (config.qk_nope_head_dim ?? 0) + rope : 0,
      side_ffn: sideFfn,
      side_attention: sideAttention,
      side_logits: sideLogits,
      predicts: false,
      layers: [...kinds].map(([key, kind]) => layer(kind, key)),
      outside,
      skipped: matrices(skipped, Array.from({ length: extra }, (_, n) => plans.length + n)),
    };
  };

  /**
   * The most elements that any tensor of the config has: beyond 2^53 nothing is exact.
   * @param {ModelConfig} config @param {ReaderTables} tables @returns {number}
   */
  const largestTensor = (config, tables) => {
    const family = tables.families[config.model_type];
    const tensors = tensorsOf(config, family, tables);
    const distinct = new Map(layerPlans(config, family, tables).map((p) => [JSON.stringify(p), p]));
    const all = [...tensors.outside(), ...[...distinct.values()].flatMap(tensors.layer)];
    return Math.max(...all.map(elements));
  };

  return { fromConfig, largestTensor };
})();
