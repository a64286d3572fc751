/// <reference path="../../globals.d.ts" />
/* The calculator's page: reads the form, shows the answer, keeps the question in the address.
   Whole sentences come from the page itself, as patterns in data-lm-* attributes. */
(() => {
  /** How long a number may be wrong while it is being typed. */
  const PATIENCE = 700;
  const SVG = "http://www.w3.org/2000/svg";
  /** The number fields of a question: their names in the form, and what is said of a wrong one. */
  const FIELDS = /** @type {const} */ ({
    n_ctx: { name: "context", fault: "js.fault_whole" },
    n_devices: { name: "gpus", fault: "js.fault_whole" },
    reserved_gib: { name: "reserved", fault: "js.fault_number" },
    slots: { name: "slots", fault: "js.fault_whole" },
    n_ubatch: { name: "ubatch", fault: "js.fault_whole" },
  });
  const NUMBERS = /** @type {const} */ (["n_ctx", "n_devices", "reserved_gib", "slots", "n_ubatch"]);
  /** The ticks of a question, by their names in the form. */
  const TICKS = /** @type {const} */ (["unified", "flash_attention", "swa_full", "all_logits"]);
  const C = LemarioCalculator;

  const box = document.querySelector("[data-lm-calculator]");
  if (!box) return;
  const { amount, size, speed } = C.formats(document.documentElement.lang);

  /**
   * @template {Element} T
   * @param {string} hook
   * @param {new () => T} type
   * @returns {T}
   */
  const part = (hook, type) => {
    const found = box.querySelector(`[data-lm-${hook}]`);
    if (!(found instanceof type)) throw new Error(`the page has no ${hook}`);
    return found;
  };
  /** @param {string} name */
  const select = (name) => part(`field="${name}"`, HTMLSelectElement);
  /** @param {string} name */
  const field = (name) => part(`field="${name}"`, HTMLInputElement);
  const lists = {
    model: select("model"), quant: select("quant"), kv: select("kv"), kv_v: select("kv_v"), device: select("device"),
  };
  const numbers = {
    n_ctx: field(FIELDS.n_ctx.name), n_devices: field(FIELDS.n_devices.name), reserved_gib: field(FIELDS.reserved_gib.name),
    slots: field(FIELDS.slots.name), n_ubatch: field(FIELDS.n_ubatch.name),
  };
  const ticks = {
    unified: field("unified"), flash_attention: field("flash_attention"), swa_full: field("swa_full"), all_logits: field("all_logits"),
  };
  const range = part("range", HTMLInputElement);
  const bar = part("bar", SVGElement);

  /**
   * A pattern with its {placeholders} filled in.
   * @param {string} pattern
   * @param {Record<string, string>} values
   */
  const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  /**
   * Puts a text where the page has a place for it, and only if it changes: each change is announced.
   * @param {string} name of the place
   * @param {Record<string, string> | string} values of its pattern, or the text itself
   * @param {string} [pattern] which of its patterns, where it has several
   */
  const say = (name, values, pattern = "pattern") => {
    const place = part(`out="${name}"`, HTMLElement);
    const text = typeof values === "string" ? values
      : fill(place.getAttribute(`data-lm-${pattern}`) ?? "", values);
    if (place.textContent !== text) place.textContent = text;
  };

  /**
   * A word that the page has for a value: of a verdict, a pace.
   * @param {string} kind
   * @param {string} value
   */
  const word = (kind, value) => part(kind, HTMLElement).getAttribute(`data-lm-${value}`) ?? "";

  /** The question in the form; a number that is none is NaN. @returns {Parameters<typeof C.answer>[1]} */
  const asked = () => {
    /** @param {HTMLInputElement} input */
    const number = (input) => (input.value.trim() === "" ? NaN : Number(input.value));
    const kv_type_k = /** @type {CacheType} */ (lists.kv.value);
    return {
      model: lists.model.value,
      file_type: lists.quant.value,
      n_ctx: number(numbers.n_ctx),
      kv_type_k,
      kv_type_v: /** @type {CacheType} */ (lists.kv_v.value || kv_type_k),
      device: lists.device.value,
      n_devices: number(numbers.n_devices),
      reserved_gib: number(numbers.reserved_gib),
      slots: number(numbers.slots),
      n_ubatch: number(numbers.n_ubatch),
      unified: ticks.unified.checked,
      flash_attention: ticks.flash_attention.checked,
      swa_full: ticks.swa_full.checked,
      all_logits: ticks.all_logits.checked,
    };
  };

  /** Where the slider stops for the chosen model. @type {number[]} */
  let stops = [];

  /** The slider follows the number: the last stop that is not beyond it. */
  const follow = () => {
    const context = Number(numbers.n_ctx.value);
    range.value = String(Math.max(0, stops.findLastIndex((stop) => stop <= context)));
    range.setAttribute("aria-valuetext", `${amount(context)} tokens`);
  };

  /** Bounds of the context for the chosen model; a number beyond them is brought back. */
  const bound = () => {
    const most = C.longest(LemarioCatalogue, lists.model.value);
    stops = C.stops(most);
    range.max = String(stops.length - 1);
    numbers.n_ctx.max = String(most);
    if (Number(numbers.n_ctx.value) > most) numbers.n_ctx.value = String(most);
    say("most", { most: amount(most) });
    follow();
    // A model that brings its own quantization has no other.
    const own = lists.quant.disabled;
    for (const option of own ? lists.quant.selectedOptions : lists.quant.options) {
      const bits = amount(C.bits(LemarioCatalogue, lists.model.value, option.value));
      option.text = `${option.dataset.lmLabel ?? option.value} · ${bits}\u00a0bits`;
    }
  };

  /** @param {ReturnType<typeof asked>} question */
  const show = (question) => {
    lists.model.value = question.model;
    lists.quant.value = question.file_type;
    lists.kv.value = question.kv_type_k;
    lists.kv_v.value = question.kv_type_v === question.kv_type_k ? "" : question.kv_type_v;
    lists.device.value = question.device;
    for (const name of NUMBERS) numbers[name].value = String(question[name]);
    for (const name of TICKS) ticks[name].checked = question[name];
    // What is not as it was when the page came must not hide in a closed fold.
    const more = part("more", HTMLDetailsElement);
    more.open ||= lists.kv_v.value !== ""
      || NUMBERS.some((name) => name !== "n_ctx" && numbers[name].value !== numbers[name].defaultValue)
      || TICKS.some((name) => ticks[name].checked !== ticks[name].defaultChecked);
    bound();
  };

  /** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
  const shape = (name, attributes, text = "") => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    node.textContent = text;
    return node;
  };

  /** @param {ReturnType<typeof C.answer>} given */
  const draw = (given) => {
    const { parts, room, excess, ticks } = C.bar(given);
    const height = 28;
    /** @param {number} percent */
    const pct = (percent) => `${percent.toFixed(2)}%`;
    /** @param {string} kind @param {number} start @param {number} percent */
    const segment = (kind, start, percent) =>
      shape("rect", { class: `p-${kind}`, x: pct(start), width: pct(percent), height });
    const nodes = [segment("room", 0, room)];
    for (const { kind, start, percent } of parts) if (percent > 0) nodes.push(segment(kind, start, percent));
    for (const [index, { gib, percent, anchor }] of ticks.entries()) {
      const x = pct(percent);
      const label = index === ticks.length - 1 ? `${amount(gib)}\u00a0GiB` : amount(gib);
      nodes.push(shape("line", { class: "tick", x1: x, x2: x, y1: height, y2: height + 5 }));
      nodes.push(shape("text", { x, y: height + 18, "text-anchor": anchor }, label));
    }
    if (excess > 0) {
      nodes.push(segment("room", room, excess), segment("excess", room, excess));
      nodes.push(shape("line", { class: "limit", x1: pct(room), x2: pct(room), y1: -4, y2: height + 5 }));
    }
    bar.replaceChildren(...nodes);
    for (const { kind, bytes } of parts) {
      const row = part(`part="${kind}"`, HTMLTableRowElement);
      row.hidden = bytes === 0;
      const cell = row.querySelector("[data-lm-size]");
      if (cell) cell.textContent = size(bytes);
    }
  };

  /** @param {ReturnType<typeof asked>} question @param {number} bytes of the cache */
  const work = (question, bytes) => {
    const inside = C.trace(LemarioCatalogue, question, amount);
    const parsed = new DOMParser().parseFromString(`<math>${inside}</math>`, "text/html");
    part("trace", MathMLElement).replaceChildren(...parsed.querySelector("math")?.childNodes ?? []);
    say("result", { bytes: amount(bytes), mib: amount(bytes / 2 ** 20) });
  };

  /** @param {ReturnType<typeof asked>} question */
  const tell = (question) => {
    const given = C.answer(LemarioCatalogue, question);
    const { total_bytes: total, available_bytes: available, fit, max_context: most, decode_tokens_per_second: rate, pace } = given.device;
    const name = LemarioCatalogue.devices[question.device].name;
    const device = question.n_devices > 1 ? `${amount(question.n_devices)}\u00a0×\u00a0${name}` : name;
    const cache = question.kv_type_k === question.kv_type_v ? question.kv_type_k
      : `${question.kv_type_k}/${question.kv_type_v}`;
    const sums = {
      total: size(total), available: size(available), left: size(Math.abs(available - total)),
    };
    say("case", {
      model: LemarioCatalogue.models[question.model].name, file_type: question.file_type,
      context: amount(question.n_ctx), cache,
    }, lists.quant.disabled ? "own" : "pattern");
    say("verdict", { fit: word("fit", fit), device });
    part("disc", SVGElement).setAttribute("href", `#lm-disc-${fit}`);
    say("sum", sums, total > available ? "over" : "under");
    say("device", device);
    say("share", sums);
    bar.setAttribute("aria-label", fill(bar.getAttribute("data-lm-pattern") ?? "", sums));
    draw(given);
    say("driver", { low: size(given.overhead_bytes.low), high: size(given.overhead_bytes.high) });
    say("total", sums.total);
    say("available", sums.available);
    say("in-ram", size(given.device.ram.total_bytes));
    say("longest", most ? amount(most) : part('out="longest"', HTMLElement).dataset.lmNone ?? "");
    say("speed", speed(rate.expected));
    say("pace", { pace: word("paces", pace), low: speed(rate.low), high: speed(rate.high) });
    for (const node of box.querySelectorAll("[data-lm-when]")) {
      const when = node.getAttribute("data-lm-when")?.split(" ") ?? [];
      const holds = when.includes(fit) || (when.includes("some") && most > 0)
        || (when.includes("whole") && most > 0 && most + C.STEP > C.longest(LemarioCatalogue, question.model));
      node.toggleAttribute("hidden", !holds);
    }
    work(question, given.kv_cache_bytes);
  };

  /**
   * Says by each field what is wrong with it, and that the answer shown is not to these inputs.
   * @param {ReturnType<typeof C.faults>} faults none: all is well again
   * @param {Refusal} refusal why llama.cpp does not start so
   */
  const complain = (faults, refusal) => {
    const refused = refusal !== "none";
    const reason = part('fault="start"', HTMLElement);
    reason.textContent = refused ? reason.getAttribute(`data-lm-${refusal.replaceAll("_", "-")}`) : "";
    reason.hidden = !refused;
    const values = {
      n_ctx: { least: C.STEP, most: C.longest(LemarioCatalogue, lists.model.value) },
      n_devices: { least: 1, most: C.MOST_DEVICES },
      reserved_gib: { least: 0, most: C.MOST_RESERVED_GIB },
      slots: { least: 1, most: C.MOST_SLOTS },
      n_ubatch: { least: 1, most: C.MOST_UBATCH },
    };
    for (const name of NUMBERS) {
      const wrong = faults.includes(name);
      if (wrong) numbers[name].setAttribute("aria-invalid", "true");
      else numbers[name].removeAttribute("aria-invalid");
      const said = part(`fault="${FIELDS[name].name}"`, HTMLElement);
      said.textContent = wrong ? LemarioUi.text(FIELDS[name].fault, values[name]) : "";
      said.hidden = !wrong;
      // A fault in a closed fold could not be seen.
      if (wrong && name !== "n_ctx") part("more", HTMLDetailsElement).open = true;
    }
    const old = faults.length > 0 || refused;
    box.toggleAttribute("data-lm-old", old);
    part("stale", HTMLElement).hidden = !old;
    part("sums", HTMLElement).hidden = old;
    // The verdict, which stays in sight, must not lie over what is said.
    const first = faults.length ? FIELDS[faults[0]].name : "start";
    if (old) part(`fault="${first}"`, HTMLElement).scrollIntoView({ block: "nearest" });
  };

  /** The question as part of the address: it can be shared, and goes along to the other language. */
  const remember = () => {
    const question = asked();
    if (C.faults(LemarioCatalogue, question).length) return;
    const query = `?${C.write(question)}`;
    try { history.replaceState(null, "", query + location.hash); } catch { /* some file:// settings */ }
    for (const link of document.querySelectorAll("a[rel=alternate]")) {
      if (link instanceof HTMLAnchorElement) link.search = query;
    }
  };

  let timer = 0;
  /** @param {boolean} patient whether a number may still be on its way */
  const update = (patient) => {
    clearTimeout(timer);
    const question = asked();
    const faults = C.faults(LemarioCatalogue, question);
    if (faults.length && patient) {
      timer = setTimeout(() => update(false), PATIENCE);
      return;
    }
    const refusal = faults.length ? "none" : C.refusal(LemarioCatalogue, question);
    complain(faults, refusal);
    if (faults.length || refusal !== "none") return;
    tell(question);
    remember();
  };

  box.addEventListener("input", (event) => {
    if (event.target === range) numbers.n_ctx.value = String(stops[Number(range.value)]);
    if (event.target === lists.model) bound();
    follow();
    update(event.target !== range);
  });
  box.addEventListener("change", () => update(false));
  // Before the button's own listener reads the address.
  part("share", HTMLElement).addEventListener("click", remember, { capture: true });

  // A browser may bring back ticks of an earlier visit.
  for (const name of TICKS) ticks[name].checked = ticks[name].defaultChecked;
  show(C.read(LemarioCatalogue, new URLSearchParams(location.search), asked()));
  update(false);
  if (location.search) remember();
})();
