/// <reference path="../../globals.d.ts" />
/* The calculator apart from any page: what a question asks, how an address carries it, and its
   answer, put together from the formulas as Python does. Needs LemarioFormulas, and no document. */
const LemarioCalculator = (() => {
  /**
   * What the form asks: ids of the catalogue, tokens, how many devices, GiB taken on each of them.
   * @typedef {object} Question
   * @property {string} model
   * @property {string} file_type
   * @property {number} n_ctx
   * @property {CacheType} kv_type_k
   * @property {CacheType} kv_type_v
   * @property {string} device
   * @property {number} n_devices
   * @property {number} reserved_gib
   */
  /**
   * What a device adds to the answer. `max_context` is 0 if not even the smallest fits.
   * @typedef {object} OnDevice
   * @property {number} available_bytes
   * @property {Fit} fit
   * @property {number} max_context
   * @property {Record<Estimate, number>} decode_tokens_per_second
   * @property {Pace} pace
   */
  /**
   * All sizes in bytes. `total_bytes` is with the expected overhead.
   * @typedef {object} Answer
   * @property {number} parameters_total
   * @property {number} parameters_active
   * @property {number} bits_per_weight
   * @property {number} weights_bytes
   * @property {number} active_weights_bytes
   * @property {number} kv_cache_bytes
   * @property {number} state_bytes
   * @property {number} compute_buffer_bytes
   * @property {Record<Estimate, number>} overhead_bytes
   * @property {number} total_bytes
   * @property {OnDevice} device
   */
  /** @typedef {"n_ctx" | "n_devices" | "reserved_gib"} NumberField */

  /** @type {readonly CacheType[]} */
  const CACHE_TYPES = ["f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl"];
  /** What llama.cpp rounds contexts up to, and the smallest that the form takes. */
  const STEP = 256;
  const MOST_DEVICES = 64;
  const MOST_RESERVED_GIB = 1024;
  const GIB = 2 ** 30;

  /** @type {WeakMap<Architecture, Architecture>} */
  const decoders = new WeakMap();

  /**
   * A decoder with the `places` that the catalogue leaves out: those of the layer's blocks.
   * @param {Architecture} compact
   * @returns {Architecture}
   */
  const hydrate = (compact) => {
    const known = decoders.get(compact);
    if (known) return known;
    const layers = compact.layers.map((layer) => ({
      ...layer,
      matrices: layer.matrices.map((matrix) => ({ places: layer.blocks, ...matrix })),
    }));
    const whole = { ...compact, layers };
    decoders.set(compact, whole);
    return whole;
  };

  /** llama.cpp's defaults; the server reserves one row of logits. @param {Question} question @returns {Settings} */
  const settings = ({ n_ctx, kv_type_k, kv_type_v }) => ({
    n_ctx, slots: 1, unified: true, n_ubatch: 512, kv_type_k, kv_type_v,
    flash_attention: true, swa_full: false, logits_rows: 1,
  });

  /** @param {(estimate: Estimate) => number} value @returns {Record<Estimate, number>} */
  const estimates = (value) => ({ low: value("low"), expected: value("expected"), high: value("high") });

  /**
   * What the model takes and how fast it is. The question must be without faults.
   * @param {Catalogue} catalogue
   * @param {Question} question
   * @returns {Answer}
   */
  const answer = (catalogue, question) => {
    const f = LemarioFormulas;
    const decoder = hydrate(catalogue.models[question.model].architecture);
    const device = catalogue.devices[question.device];
    const { bits_per_weight: bits, embedding_bits } = catalogue.file_types[question.file_type];
    const run = settings(question);
    const count = question.n_devices;
    const parameters = f.parameters(decoder);
    const active = f.active_parameters(decoder);
    const weights = f.weights_bytes(parameters, bits);
    const read = f.active_weights_bytes(decoder, bits, embedding_bits);
    const cache = f.kv_cache_bytes(decoder, run);
    const totals = estimates((estimate) => f.total_bytes(decoder, run, weights, estimate, count));
    const memory = f.gpu_memory_gib(device.memory_gib, device.limited);
    const available = f.available_bytes(memory, question.reserved_gib, count);
    const speed = estimates((estimate) =>
      f.decode_tokens_per_second(device.bandwidth_gb_s, read, cache, estimate));
    return {
      parameters_total: parameters,
      parameters_active: active,
      bits_per_weight: bits,
      weights_bytes: weights,
      active_weights_bytes: read,
      kv_cache_bytes: cache,
      state_bytes: f.state_bytes(decoder, run),
      compute_buffer_bytes: f.compute_buffer_bytes(decoder, run),
      overhead_bytes: estimates((estimate) => f.overhead_bytes(estimate, count)),
      total_bytes: totals.expected,
      device: {
        available_bytes: available,
        fit: f.fit(totals.low, totals.high, available),
        max_context: f.largest_context(decoder, run, weights, available, count),
        decode_tokens_per_second: speed,
        pace: f.pace(speed.expected),
      },
    };
  };

  /**
   * The KV cache worked out with these numbers: the inside of a `math` element as text.
   * @param {Catalogue} catalogue
   * @param {Question} question
   * @param {(value: number) => string} number writes a number
   * @returns {string}
   */
  const trace = (catalogue, question, number) => LemarioFormulas.trace_kv_cache_bytes(
    hydrate(catalogue.models[question.model].architecture), settings(question), number);

  /** @param {Catalogue} catalogue @param {string} model @returns {number} its largest context */
  const longest = (catalogue, model) => catalogue.models[model].architecture.context;

  /**
   * The fields of a question whose numbers cannot be: not whole, or out of bounds.
   * @param {Catalogue} catalogue
   * @param {Question} question
   * @returns {NumberField[]}
   */
  const faults = (catalogue, { model, n_ctx, n_devices, reserved_gib }) => {
    /** @type {(value: number, low: number, high: number) => boolean} */
    const whole = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;
    /** @type {NumberField[]} */
    const found = [];
    if (!whole(n_ctx, STEP, longest(catalogue, model))) found.push("n_ctx");
    if (!whole(n_devices, 1, MOST_DEVICES)) found.push("n_devices");
    if (!(reserved_gib >= 0 && reserved_gib <= MOST_RESERVED_GIB)) found.push("reserved_gib");
    return found;
  };

  /**
   * The question in the query of an address; what is missing or makes no sense is as in `fallback`.
   * A context too long for the model becomes its longest.
   * @param {Catalogue} catalogue
   * @param {URLSearchParams} params
   * @param {Question} fallback
   * @returns {Question}
   */
  const read = (catalogue, params, fallback) => {
    /** @type {(key: string, among: object, otherwise: string) => string} */
    const id = (key, among, otherwise) => {
      const value = params.get(key);
      return value !== null && Object.hasOwn(among, value) ? value : otherwise;
    };
    /** @type {(key: string, otherwise: CacheType) => CacheType} */
    const cacheType = (key, otherwise) =>
      CACHE_TYPES.find((type) => type === params.get(key)) ?? otherwise;
    const model = id("model", catalogue.models, fallback.model);
    const kv_type_k = cacheType("kv", fallback.kv_type_k);
    /** @type {Question} */
    const known = {
      model,
      file_type: id("quant", catalogue.file_types, fallback.file_type),
      n_ctx: Math.min(fallback.n_ctx, longest(catalogue, model)),
      kv_type_k,
      kv_type_v: cacheType("kv_v", params.has("kv") ? kv_type_k : fallback.kv_type_v),
      device: id("device", catalogue.devices, fallback.device),
      n_devices: fallback.n_devices,
      reserved_gib: fallback.reserved_gib,
    };
    /** @type {(key: string, name: NumberField, most?: number) => void} */
    const number = (key, name, most = Infinity) => {
      const written = params.get(key)?.trim();
      if (!written) return;
      const tried = { ...known, [name]: Math.min(Number(written), most) };
      if (!faults(catalogue, tried).includes(name)) known[name] = tried[name];
    };
    number("context", "n_ctx", longest(catalogue, model));
    number("gpus", "n_devices");
    number("reserved", "reserved_gib");
    return known;
  };

  /**
   * The question as the query of an address, without its question mark.
   * @param {Question} question
   * @returns {string}
   */
  const write = (question) => {
    /** @type {[string, string | number][]} */
    const pairs = [
      ["model", question.model], ["quant", question.file_type], ["context", question.n_ctx],
      ["kv", question.kv_type_k], ["kv_v", question.kv_type_v],
      ["device", question.device], ["gpus", question.n_devices], ["reserved", question.reserved_gib],
    ];
    return pairs
      .filter(([key]) => key !== "kv_v" || question.kv_type_v !== question.kv_type_k)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join("&");
  };

  /**
   * Contexts that a slider stops at: powers of two, halfway between them, and the longest.
   * @param {number} most
   * @returns {number[]} rising, from 256 on
   */
  const stops = (most) => {
    const found = [STEP];
    for (let power = 2 * STEP; power < most; power *= 2) {
      found.push(power);
      if (power * 1.5 < most) found.push(power * 1.5);
    }
    if (most > STEP) found.push(most);
    return found;
  };

  /**
   * The parts in the order of the bar, and as shares of the whole that it shows in percent: the
   * memory, or what is needed where that is more. `room` is the share that there is.
   * @param {Answer} given
   */
  const bar = (given) => {
    const available = given.device.available_bytes;
    const whole = Math.max(available, given.total_bytes);
    /** @type {[string, number][]} */
    const sizes = [
      ["weights", given.weights_bytes], ["cache", given.kv_cache_bytes], ["state", given.state_bytes],
      ["compute", given.compute_buffer_bytes], ["overhead", given.overhead_bytes.expected],
    ];
    let before = 0;
    const parts = sizes.map(([kind, bytes]) => {
      const start = (before / whole) * 100;
      before += bytes;
      return { kind, bytes, start, percent: (bytes / whole) * 100 };
    });
    const room = (available / whole) * 100;
    return { parts, room, excess: 100 - room, ticks: ruler(available / GIB, whole / GIB) };
  };

  /**
   * Marks of the ruler under the bar, in GiB, up to nine of them.
   * @param {number} room the memory that there is
   * @param {number} whole what the bar shows
   * @returns {{gib: number, percent: number, anchor: "start" | "middle" | "end"}[]}
   */
  const ruler = (room, whole) => {
    let step = 0.25;
    while (room / step > 8) step *= 2;
    const marks = [];
    for (let gib = 0; gib <= room; gib += step) marks.push(gib);
    return marks.map((gib, index) => {
      const percent = (gib / whole) * 100;
      if (index === 0) return { gib, percent, anchor: "start" };
      return { gib, percent, anchor: percent > 92 ? "end" : "middle" };
    });
  };

  /**
   * Writers of numbers, as the pages made by Python write them: halves go to the even neighbour.
   * @param {string} lang
   */
  const formats = (lang) => {
    /** @type {(most: number) => Intl.NumberFormat} */
    const rounded = (most) =>
      new Intl.NumberFormat(lang, { maximumFractionDigits: most, roundingMode: "halfEven" });
    const [whole, one, two] = [0, 1, 2].map(rounded);
    /** @type {readonly [string, number][]} */
    const units = [["GiB", GIB], ["MiB", 2 ** 20], ["KiB", 2 ** 10]];
    return {
      /** At most two decimals. @param {number} value */
      amount: (value) => two.format(value),
      /** Bytes with a unit. @param {number} bytes */
      size: (bytes) => {
        const [unit, least] = units.find(([, limit]) => bytes >= limit) ?? ["B", 1];
        return `${two.format(bytes / least)}\u00a0${unit}`;
      },
      /** Tokens a second, without their unit. @param {number} value */
      speed: (value) => (value >= 10 ? whole : one).format(value),
    };
  };

  return { CACHE_TYPES, STEP, MOST_DEVICES, MOST_RESERVED_GIB, hydrate, settings, answer, trace, longest, faults, read, write, stops, bar, ruler, formats };
})();
