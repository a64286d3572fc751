/** What the calculator promises apart from its numbers: addresses, bounds, slider, bar and ruler. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const source = readFileSync(new URL("../../templates/assets/js/calculator.js", import.meta.url), "utf8");

/** The calculator beside stand-ins for the formulas, which write down how they were called. */
const calls = [];
const LemarioFormulas = new Proxy({}, {
  get: (_, name) => (...args) => { calls.push([name, args]); return `${name}#${calls.length}`; },
});
const LemarioCalculator = vm.runInNewContext(`${source};LemarioCalculator`, { LemarioFormulas });
const { LOCAL, adopt, answer, bar, faults, hydrate, longest, read, ruler, stops, write } = LemarioCalculator;

/** Values made inside the vm have other prototypes. */
const plain = (value) => JSON.parse(JSON.stringify(value));

const layer = {
  blocks: [0, 1],
  matrices: [{ role: "plain" }, { role: "stack", places: [7, 8] }, { role: "ffn_down", numbers: [2, 4] }],
};
const catalogue = {
  models: {
    long: { name: "Long", architecture: { context: 131072, layers: [layer], outside: [{ role: "output" }], skipped: [{ role: "plain", places: [2] }] } },
    short: { name: "Short", architecture: { context: 2048, layers: [], outside: [], skipped: [] } },
  },
  devices: { card: { name: "Card", memory_gib: 8, bandwidth_gb_s: 272, memory: "gddr", limit: "none", backend: "cuda" } },
  file_types: ["Q4_K_M", "Q8_0"],
};
const question = {
  model: "long", file_type: "Q4_K_M", n_ctx: 8192, kv_type_k: "f16", kv_type_v: "f16",
  device: "card", n_devices: 1, reserved_gib: 0.5,
  slots: 1, unified: true, n_ubatch: 512, flash_attention: true, swa_full: false, all_logits: false,
};
const asked = (query) => plain(read(catalogue, new URLSearchParams(query), question));

test("a question survives the way through an address", () => {
  for (const change of [
    {}, { model: "short", n_ctx: 300 }, { kv_type_k: "q8_0", kv_type_v: "q8_0" }, { kv_type_v: "q4_0" },
    { n_devices: 4, reserved_gib: 1.25, file_type: "Q8_0" },
    { slots: 4, unified: false, n_ubatch: 2048 }, { flash_attention: false, swa_full: true, all_logits: true },
  ]) {
    const other = { ...question, ...change };
    assert.deepEqual(asked(write(other)), other);
  }
});

test("the type of the values is in the address only where it differs", () => {
  assert.match(write({ ...question, kv_type_v: "q8_0" }), /&kv=f16&kv_v=q8_0&/);
  assert.doesNotMatch(write({ ...question, kv_type_k: "q8_0", kv_type_v: "q8_0" }), /kv_v/);
  assert.deepEqual(asked("kv=q8_0"), { ...question, kv_type_k: "q8_0", kv_type_v: "q8_0" });
});

test("of a model that only this page has, the address carries the rest", () => {
  const written = write({ ...question, model: `${LOCAL}my model.gguf`, file_type: "STORED", n_ctx: 512 });
  assert.doesNotMatch(written, /model|quant|STORED|my/);
  assert.deepEqual(asked(written), { ...question, n_ctx: 512 });
});

test("a decoder that has its copies passes unchanged", () => {
  const whole = { context: 77, layers: [], outside: [{ copies: [{ place: 0, number: 0 }], stored: "Q4_K" }], skipped: [] };
  const entry = adopt(whole);
  assert.equal(hydrate(entry), whole);
  assert.equal(longest({ models: { m: { architecture: entry } } }, "m"), 256);
});

for (const query of [
  "", "model=none", "model=toString", "quant=Q9", "context=", "context=many", "context=8192.5", "context=1",
  "context=-8192", "kv=f17", "device=__proto__", "gpus=0", "gpus=1.5", "gpus=65", "reserved=-1",
  "reserved=NaN", "reserved=Infinity", "slots=0", "slots=1.5", "ubatch=0", "unified=yes", "flash=2", "other=1",
]) {
  test(`an address with "${query}" changes nothing`, () => assert.deepEqual(asked(query), question));
}

test("a context that is too long for the model becomes its longest", () => {
  assert.equal(asked("context=999999999").n_ctx, 131072);
  assert.equal(asked("model=short").n_ctx, 2048);
  assert.equal(asked("model=short&context=4096").n_ctx, 2048);
});

test("numbers that cannot be are named by their field", () => {
  const found = (change) => plain(faults(catalogue, { ...question, ...change }));
  assert.deepEqual(found({}), []);
  assert.deepEqual(found({ n_ctx: 8200, n_devices: 64, reserved_gib: 0 }), []);
  for (const n_ctx of [NaN, 0, 255, 256.5, 131073]) assert.deepEqual(found({ n_ctx }), ["n_ctx"]);
  for (const n_devices of [NaN, 0, 1.5, 65]) assert.deepEqual(found({ n_devices }), ["n_devices"]);
  for (const reserved_gib of [NaN, -0.1, 1025]) assert.deepEqual(found({ reserved_gib }), ["reserved_gib"]);
  for (const slots of [NaN, 0, 1.5, 257]) assert.deepEqual(found({ slots }), ["slots"]);
  for (const n_ubatch of [NaN, 0, 1.5, 65537]) assert.deepEqual(found({ n_ubatch }), ["n_ubatch"]);
  assert.deepEqual(found({ n_ctx: 0, n_devices: 0, reserved_gib: -1 }), ["n_ctx", "n_devices", "reserved_gib"]);
});

test("how llama.cpp is started is in the address only where it is not by the defaults", () => {
  assert.doesNotMatch(write(question), /slots|unified|ubatch|flash|swa_full|all_logits/);
  assert.match(write({ ...question, flash_attention: false }), /&flash=0$/);
});

test("copies that the catalogue leaves out are those of the layer's blocks", () => {
  const whole = plain(hydrate(catalogue.models.long.architecture));
  const places = (matrices) =>
    matrices.map((it) => it.copies.map(({ block, place, number }) => [block, place, number]));
  assert.deepEqual(places(whole.layers[0].matrices), [[[0, 0, 0], [1, 1, 1]], [[0, 7, 7], [1, 8, 8]], [[0, 0, 2], [1, 1, 4]]]);
  assert.deepEqual(places(whole.outside), [[[0, 0, 0]]]);
  assert.deepEqual(places(whole.skipped), [[[2, 2, 2]]]);
  assert.equal(whole.outside[0].stored, "F32");
  assert.equal(hydrate(catalogue.models.long.architecture), hydrate(catalogue.models.long.architecture));
  assert.equal(layer.matrices[0].copies, undefined);
});

test("every number of an answer comes from a formula or the catalogue", () => {
  const given = plain(answer(catalogue, question));
  delete given.device.ram.available_bytes; // endless, as a card does not say how much RAM there is
  delete given.device.fit; // a word, the worst of those that the formula gives for each GPU
  const values = (it) => (typeof it === "object" ? Object.values(it).flatMap(values) : [it]);
  for (const value of values(given)) assert.match(value, /#/);
});

test("llama.cpp runs with its defaults and the question's cache", () => {
  const run = calls.find(([name]) => name === "kv_cache_bytes")[1][1];
  assert.deepEqual(plain(run), {
    n_ctx: 8192, slots: 1, unified: true, n_ubatch: 512, kv_type_k: "f16", kv_type_v: "f16",
    flash_attention: true, swa_full: false, logits_rows: 1, predicted: 0,
  });
});

for (const most of [256, 300, 512, 2048, 40960, 131072, 132096]) {
  test(`the slider up to ${most} rises to exactly that, in steps of 256`, () => {
    const found = plain(stops(most));
    assert.equal(found[0], 256);
    assert.equal(found.at(-1), most);
    for (const [index, stop] of found.slice(1).entries()) assert.ok(stop > found[index], `${found}`);
    for (const stop of found.slice(0, -1)) assert.equal(stop % 256, 0);
  });
}

const GIB = 2 ** 30;
const sized = (available, ...[weights, cache, compute, expected]) => ({
  device: {
    parts: { weights: weights * GIB, cache: cache * GIB, state: 0, compute: compute * GIB, overhead: expected * GIB },
    total_bytes: (weights + cache + compute + expected) * GIB,
    available_bytes: available * GIB,
  },
});

test("the parts of the bar follow each other without a gap", () => {
  const drawn = bar(sized(8, 4, 1, 0.5, 0.5));
  assert.deepEqual(plain(drawn.parts.map((it) => it.kind)), ["weights", "cache", "state", "compute", "overhead"]);
  assert.deepEqual(plain(drawn.parts.map((it) => it.start)), [0, 50, 62.5, 62.5, 68.75]);
  assert.deepEqual(plain(drawn.parts.map((it) => it.percent)), [50, 12.5, 0, 6.25, 6.25]);
  assert.equal(drawn.room, 100);
});

test("what does not fit stands out beyond the memory", () => {
  const drawn = bar(sized(8, 12, 2, 1, 1));
  assert.equal(drawn.room, 50);
  assert.equal(drawn.excess, 50);
  const last = drawn.parts.at(-1);
  assert.equal(last.start + last.percent, 100);
  assert.equal(drawn.ticks.at(-1).gib, 8);
  assert.equal(drawn.ticks.at(-1).percent, 50);
});

test("a device without any memory left has a bar all the same", () => {
  const drawn = bar(sized(0, 1, 1, 1, 1));
  assert.equal(drawn.room, 0);
  assert.deepEqual(plain(drawn.ticks), [{ gib: 0, percent: 0, anchor: "start" }]);
});

for (const [room, last, step] of [[8, 8, 1], [12, 12, 2], [10, 10, 2], [24, 24, 4], [11, 10, 2], [1, 1, 0.25], [512, 512, 64]]) {
  test(`the ruler of ${room} GiB ends at ${last}, in steps of ${step}`, () => {
    const marks = ruler(room, room);
    assert.ok(marks.length <= 9);
    assert.equal(marks[1].gib, step);
    assert.equal(marks.at(-1).gib, last);
    assert.deepEqual([marks[0].anchor, marks[1].anchor], ["start", "middle"]);
    assert.equal(marks.at(-1).anchor, last === room ? "end" : "middle");
  });
}
