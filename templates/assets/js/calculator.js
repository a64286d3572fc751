/// <reference path="../../globals.d.ts" />
/* The calculator apart from any page: what a question asks, how an address carries it, and its
   answer, put together from the formulas as Python does. Needs LemarioFormulas, and no document. */
const LemarioCalculator = (() => {
  /**
   * What the form asks: ids of the catalogue, tokens, how many devices, GiB taken on each of them,
   * and how llama.cpp is started.
   * @typedef {object} Question
   * @property {string} model
   * @property {string} file_type
   * @property {number} n_ctx
   * @property {CacheType} kv_type_k
   * @property {CacheType} kv_type_v
   * @property {string} device
   * @property {number} n_devices
   * @property {number} reserved_gib
   * @property {number} slots
   * @property {boolean} unified
   * @property {number} n_ubatch
   * @property {boolean} flash_attention
   * @property {boolean} swa_full
   * @property {boolean} all_logits whether logits are reserved for the whole micro-batch
   */
  /**
   * What one GPU holds, in bytes.
   * @typedef {object} OnGpu
   * @property {number} available_bytes
   * @property {number} weights_bytes
   * @property {number} kv_cache_bytes
   * @property {number} state_bytes
   * @property {number} compute_buffer_bytes
   * @property {Record<Estimate, number>} overhead_bytes
   * @property {Record<Estimate, number>} total_bytes
   */
  /**
   * What RAM holds, in bytes; where GPUs share it, what is needed is with all that is on them.
   * @typedef {object} InRam
   * @property {number} weights_bytes
   * @property {number} total_bytes
   * @property {number} available_bytes
   * @property {Record<Estimate, number>} needed_bytes
   */
  /**
   * What devices add to the answer: each GPU, their sums with the expected overhead, and RAM.
   * `max_context` is 0 if not even the smallest fits.
   * @typedef {object} OnDevices
   * @property {OnGpu[]} gpus
   * @property {InRam} ram
   * @property {Record<string, number>} parts
   * @property {number} total_bytes
   * @property {number} available_bytes
   * @property {Fit} fit
   * @property {number} max_context
   * @property {Record<Estimate, number>} decode_tokens_per_second
   * @property {Pace} pace
   */
  /**
   * All sizes in bytes. `weights_bytes` are all of the file, `loaded_bytes` what is loaded of them;
   * `total_bytes` is with the expected overhead.
   * @typedef {object} Answer
   * @property {number} parameters_total
   * @property {number} parameters_active
   * @property {number} bits_per_weight
   * @property {number} weights_bytes
   * @property {number} loaded_bytes
   * @property {number} active_weights_bytes
   * @property {number} kv_cache_bytes
   * @property {number} state_bytes
   * @property {number} compute_buffer_bytes
   * @property {Record<Estimate, number>} overhead_bytes
   * @property {number} total_bytes
   * @property {OnDevices} device
   */
  /** @typedef {"n_ctx" | "n_devices" | "reserved_gib" | "slots" | "n_ubatch"} NumberField */

  /** @type {readonly CacheType[]} */
  const CACHE_TYPES = ["f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl"];
  /** What llama.cpp rounds contexts up to, and the smallest that the form takes. */
  const STEP = 256;
  const MOST_DEVICES = 64;
  const MOST_RESERVED_GIB = 1024;
  const MOST_SLOTS = 256;
  const MOST_UBATCH = 65536;
  const GIB = 2 ** 30;
  /** More layers than any model has: all are to be on GPUs. */
  const ALL_LAYERS = 9999;
  /** Bytes of RAM where it is not known how many there are. */
  const ENDLESS = 2 ** 60;
  /** Ids of models that are in no catalogue but this page's begin so. */
  const LOCAL = "file:";

  /** @type {WeakMap<CompactArchitecture, Architecture>} */
  const decoders = new WeakMap();

  /**
   * A matrix with its `copies`: one for each of the blocks, at its place if that is another.
   * @param {CompactMatrix} matrix
   * @param {readonly number[]} blocks
   * @returns {Matrix}
   */
  const copied = ({ places, numbers, ...matrix }, blocks) => {
    const where = places ?? blocks;
    const copies = where.map((place, index) => ({
      block: blocks[index], place, number: (numbers ?? where)[index],
    }));
    return { ...matrix, copies, stored: "F32" };
  };

  /**
   * A decoder with what the catalogue leaves out: the copies of its matrices.
   * @param {CompactArchitecture} compact
   * @returns {Architecture}
   */
  const hydrate = (compact) => {
    const known = decoders.get(compact);
    if (known) return known;
    const count = compact.layers.reduce((sum, layer) => sum + layer.blocks.length, 0);
    const whole = {
      ...compact,
      layers: compact.layers.map((layer) => ({
        ...layer, matrices: layer.matrices.map((matrix) => copied(matrix, layer.blocks)),
      })),
      outside: compact.outside.map((matrix) => copied(matrix, [0])),
      skipped: compact.skipped.map((matrix) =>
        copied(matrix, (matrix.places ?? []).map((_, index) => count + index))),
    };
    decoders.set(compact, whole);
    return whole;
  };

  /**
   * A decoder that has the copies of its matrices, as one that can stand in a catalogue.
   * @param {Architecture} whole
   * @returns {CompactArchitecture}
   */
  const adopt = (whole) => {
    const entry = /** @type {CompactArchitecture} */ (/** @type {unknown} */ (whole));
    decoders.set(entry, whole);
    return entry;
  };

  /** The server reserves one row of logits a slot. @param {Question} question @returns {Settings} */
  const settings = ({ all_logits, n_ctx, slots, unified, n_ubatch, kv_type_k, kv_type_v, flash_attention, swa_full }) => ({
    n_ctx, slots, unified, n_ubatch, kv_type_k, kv_type_v, flash_attention, swa_full,
    logits_rows: all_logits ? 0 : slots,
    predicted: 0,
  });

  /**
   * Average bits per weight of a model in a type of file.
   * @param {Catalogue} catalogue
   * @param {string} model
   * @param {string} file_type
   * @returns {number}
   */
  const bits = (catalogue, model, file_type) => {
    const decoder = hydrate(catalogue.models[model].architecture);
    return LemarioFormulas.bits_per_weight(
      LemarioFormulas.loaded_bytes(decoder, file_type), LemarioFormulas.parameters(decoder));
  };

  /**
   * Why llama.cpp does not start so, "none" if it does.
   * @param {Catalogue} catalogue
   * @param {Question} question
   * @returns {Refusal}
   */
  const refusal = (catalogue, question) =>
    LemarioFormulas.refusal(hydrate(catalogue.models[question.model].architecture), settings(question));

  /** @param {(estimate: Estimate) => number} value @returns {Record<Estimate, number>} */
  const estimates = (value) => ({ low: value("low"), expected: value("expected"), high: value("high") });

  /** @param {readonly number[]} values */
  const sum = (values) => values.reduce((before, value) => before + value, 0);

  /** How surely it fits: as where it fits worst. @param {readonly Fit[]} found @returns {Fit} */
  const worst = (found) => found.includes("no") ? "no" : found.includes("tight") ? "tight" : "fits";

  /**
   * Where the model lies: on equal GPUs, one after the other.
   * @param {Architecture} decoder @param {Settings} run @param {string} file_type
   * @param {Device} device @param {Question} question
   */
  const onDevices = (decoder, run, file_type, device, question) => {
    const f = LemarioFormulas;
    const count = question.n_devices;
    const memory = f.gpu_memory_gib(device.memory_gib, device.limit);
    const available = f.available_bytes(memory, question.reserved_gib);
    const shared = device.memory === "unified";
    const ram = shared ? f.available_bytes(device.memory_gib, question.reserved_gib) : ENDLESS;
    /** @type {Placement} */
    const placed = {
      ram_free_bytes: ram, shares_ram: shared,
      gpu_layers: ALL_LAYERS, cpu_moe_layers: 0, split: "layer", parts: count,
      gpus: Array.from({ length: count }, (_, n) => ({ begin: n, end: n + 1, free_bytes: available })),
    };
    const overhead = estimates((estimate) => f.overhead_bytes(device.backend, estimate));
    const gpus = placed.gpus.map((gpu) => {
      const held = f.gpu_bytes(decoder, [], run, file_type, placed, gpu);
      return {
        available_bytes: available,
        weights_bytes: f.gpu_weights_bytes(decoder, file_type, placed, gpu),
        kv_cache_bytes: f.gpu_kv_cache_bytes(decoder, run, placed, gpu),
        state_bytes: f.gpu_state_bytes(decoder, run, placed, gpu),
        compute_buffer_bytes: f.gpu_buffer_bytes(decoder, run, file_type, placed, gpu),
        overhead_bytes: overhead,
        total_bytes: estimates((estimate) => held + overhead[estimate]),
      };
    });
    const inRam = f.ram_bytes(decoder, run, file_type, placed);
    const ramWeights = f.ram_weights_bytes(decoder, file_type, placed);
    const needed = estimates((estimate) =>
      (shared ? inRam + sum(gpus.map((it) => it.total_bytes[estimate])) : inRam));
    const taken = gpus.map((it) => overhead.expected + it.weights_bytes);
    const beside = {
      ...placed,
      gpus: placed.gpus.map((gpu, n) => ({ ...gpu, free_bytes: available - taken[n] })),
      ram_free_bytes: ram - (ramWeights + (shared ? sum(taken) : 0)),
    };
    const parts = {
      weights: sum(gpus.map((it) => it.weights_bytes)),
      cache: sum(gpus.map((it) => it.kv_cache_bytes)),
      state: sum(gpus.map((it) => it.state_bytes)),
      compute: sum(gpus.map((it) => it.compute_buffer_bytes)),
      overhead: sum(gpus.map((it) => it.overhead_bytes.expected)),
    };
    return {
      gpus,
      ram: { weights_bytes: ramWeights, total_bytes: inRam, available_bytes: ram, needed_bytes: needed },
      parts,
      total_bytes: sum(gpus.map((it) => it.total_bytes.expected)),
      available_bytes: sum(gpus.map((it) => it.available_bytes)),
      fit: worst([
        ...gpus.map((it) => f.fit(it.total_bytes.low, it.total_bytes.high, available)),
        f.fit(needed.low, needed.high, ram),
      ]),
      max_context: f.largest_context(decoder, [], run, file_type, beside),
    };
  };

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
    const { file_type } = question;
    const run = settings(question);
    const count = question.n_devices;
    const parameters = f.parameters(decoder);
    const active = f.active_parameters(decoder);
    const weights = f.weights_bytes(decoder, file_type);
    const loaded = f.loaded_bytes(decoder, file_type);
    const read = f.active_weights_bytes(decoder, file_type);
    const cache = f.kv_cache_bytes(decoder, run);
    const overhead = estimates((estimate) =>
      sum(Array.from({ length: count }, () => f.overhead_bytes(device.backend, estimate))));
    const layers = f.number_of_layers(decoder);
    const speed = estimates((estimate) =>
      f.decode_tokens_per_second(device.bandwidth_gb_s, device.memory, read, cache, layers, count, estimate));
    return {
      parameters_total: parameters,
      parameters_active: active,
      bits_per_weight: f.bits_per_weight(loaded, parameters),
      weights_bytes: weights,
      loaded_bytes: loaded,
      active_weights_bytes: read,
      kv_cache_bytes: cache,
      state_bytes: f.state_bytes(decoder, run),
      compute_buffer_bytes: f.compute_buffer_bytes(decoder, run),
      overhead_bytes: overhead,
      total_bytes: f.total_bytes(decoder, [], run, loaded, overhead.expected),
      device: {
        ...onDevices(decoder, run, file_type, device, question),
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

  /** The largest context of a model, at least the smallest that there is. @type {(catalogue: Catalogue, model: string) => number} */
  const longest = (catalogue, model) => Math.max(STEP, catalogue.models[model].architecture.context);

  /**
   * The fields of a question whose numbers cannot be: not whole, or out of bounds.
   * @param {Catalogue} catalogue
   * @param {Question} question
   * @returns {NumberField[]}
   */
  const faults = (catalogue, { model, n_ctx, n_devices, reserved_gib, slots, n_ubatch }) => {
    /** @type {(value: number, low: number, high: number) => boolean} */
    const whole = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;
    /** @type {NumberField[]} */
    const found = [];
    if (!whole(n_ctx, STEP, longest(catalogue, model))) found.push("n_ctx");
    if (!whole(n_devices, 1, MOST_DEVICES)) found.push("n_devices");
    if (!(reserved_gib >= 0 && reserved_gib <= MOST_RESERVED_GIB)) found.push("reserved_gib");
    if (!whole(slots, 1, MOST_SLOTS)) found.push("slots");
    if (!whole(n_ubatch, 1, MOST_UBATCH)) found.push("n_ubatch");
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
    /** @type {(key: string, otherwise: boolean) => boolean} */
    const flag = (key, otherwise) => {
      const value = params.get(key);
      return value === "1" ? true : value === "0" ? false : otherwise;
    };
    /** @type {string} */
    const file_type = catalogue.file_types.find((type) => type === params.get("quant")) ?? fallback.file_type;
    const model = id("model", catalogue.models, fallback.model);
    const kv_type_k = cacheType("kv", fallback.kv_type_k);
    /** @type {Question} */
    const known = {
      model,
      file_type,
      n_ctx: Math.min(fallback.n_ctx, longest(catalogue, model)),
      kv_type_k,
      kv_type_v: cacheType("kv_v", params.has("kv") ? kv_type_k : fallback.kv_type_v),
      device: id("device", catalogue.devices, fallback.device),
      n_devices: fallback.n_devices,
      reserved_gib: fallback.reserved_gib,
      slots: fallback.slots,
      unified: flag("unified", fallback.unified),
      n_ubatch: fallback.n_ubatch,
      flash_attention: flag("flash", fallback.flash_attention),
      swa_full: flag("swa_full", fallback.swa_full),
      all_logits: flag("all_logits", fallback.all_logits),
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
    number("slots", "slots");
    number("ubatch", "n_ubatch");
    return known;
  };

  /**
   * The question as the query of an address, without its question mark. How llama.cpp is started
   * is in it where it is not by the defaults; a model that only this page has is not.
   * @param {Question} question
   * @returns {string}
   */
  const write = (question) => {
    /** @type {(value: boolean) => number} */
    const flag = (value) => (value ? 1 : 0);
    const local = question.model.startsWith(LOCAL);
    /** @type {[string, string | number, (string | number)?][]} */
    const pairs = [
      ["model", question.model], ["quant", question.file_type], ["context", question.n_ctx],
      ["kv", question.kv_type_k], ["kv_v", question.kv_type_v, question.kv_type_k],
      ["device", question.device], ["gpus", question.n_devices], ["reserved", question.reserved_gib],
      ["slots", question.slots, 1], ["unified", flag(question.unified), 1], ["ubatch", question.n_ubatch, 512],
      ["flash", flag(question.flash_attention), 1], ["swa_full", flag(question.swa_full), 0],
      ["all_logits", flag(question.all_logits), 0],
    ];
    return pairs
      .filter(([key, value, usual]) => value !== usual && !(local && ["model", "quant"].includes(key)))
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
    const whole = Math.max(available, given.device.total_bytes);
    let before = 0;
    const parts = Object.entries(given.device.parts).map(([kind, bytes]) => {
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

  return { CACHE_TYPES, LOCAL, STEP, MOST_DEVICES, MOST_RESERVED_GIB, MOST_SLOTS, MOST_UBATCH, adopt, hydrate, settings, bits, refusal, answer, trace, longest, faults, read, write, stops, bar, ruler, formats };
})();
