/** Files as the calculator's page opens them: told apart by content, read as far as needed, faults in words. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";
import zlib from "node:zlib";

const text = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const vectors = JSON.parse(text("tests/data/gguf_vectors.json"));
const keys = vectors.tables;
const tables = { fields: { usual: 1 }, most_layers: 1000 };

/** Stand-ins for the readers of configs, which need tables made from Python. */
const asked = { configs: [], decoders: [] };
const LemarioConfig = {
  read: (config) => {
    asked.configs.push(config);
    return config.includes("wrong") ? { faults: [{ reason: "not_json", facts: {} }] } : { config: { model_type: "x" } };
  },
};
const LemarioArchitecture = {
  fromConfig: (config) => {
    asked.decoders.push(config);
    return { width: 512, layers: [{ blocks: [0, 1], heads: 8, matrices: [] }], outside: [], skipped: [] };
  },
};
const scripts = ["gguf-reader", "gguf-model", "model-file"].map((name) => text(`templates/assets/js/${name}.js`));
const LemarioModelFile = vm.runInNewContext(
  `${scripts.join("\n")};LemarioModelFile`, { TextDecoder, DOMException, LemarioConfig, LemarioArchitecture });

/** Values made inside the vm have other prototypes. */
const plain = (value) => JSON.parse(JSON.stringify(value));
const vector = (kind, name) => vectors[kind].find((one) => one.name === name);
const unpacked = (header) => new Uint8Array(zlib.inflateSync(Buffer.from(header, "base64")));
const read = (file, name) => LemarioModelFile.read(file, name, tables, keys);

/** A file whose weights are there, but may not be read. */
const large = (header, weights) => {
  const most = { end: 0 };
  const file = {
    size: header.length + weights,
    slice: (start, end) => {
      assert.equal(start, 0);
      most.end = Math.max(most.end, end);
      assert.ok(end < header.length + weights, "reads the whole file");
      const bytes = new Uint8Array(Math.min(end, file.size));
      bytes.set(header.subarray(0, end));
      return new Blob([bytes]);
    },
    text: () => assert.fail("reads the whole file"),
  };
  return { file, most };
};

test("of a GGUF only the header is read", async () => {
  for (const { header, expected } of vectors.models) {
    const bytes = unpacked(header);
    const { file, most } = large(bytes, 5e9);
    const { model } = await read(file, "a.gguf");
    assert.ok(most.end <= Math.max(2 ** 16, 2 * bytes.length), `${most.end} of ${bytes.length}`);
    assert.deepEqual([model.part, model.parts], expected.part);
    assert.equal(model.stored, true);
  }
});

test("a GGUF's decoder is made of its config with what configs may leave unsaid, and has its tensors", async () => {
  const { header, expected } = vector("models", "llama, small");
  const { model } = await read(new Blob([unpacked(header)]), "config.json");
  assert.deepEqual(plain(asked.decoders.at(-1)), { usual: 1, ...expected.config });
  assert.equal(model.architecture.width, 512);
  assert.ok(model.architecture.layers[0].matrices.length > 0);
  assert.ok(model.architecture.outside.length > 0);
  assert.ok(model.architecture.layers[0].matrices.every((matrix) => matrix.copies.length && matrix.stored));
});

for (const start of ["{}", " \n{\"a\": 1}", "\ufeff{}"]) {
  test(`a text that begins as ${JSON.stringify(start)} is a config, whatever its name`, async () => {
    const { model } = await read(new Blob([start]), "model.gguf");
    assert.equal(model.stored, false);
    assert.deepEqual([model.part, model.parts], [1, 1]);
  });
}

test("a config is read whole, but nothing is that is far too long for one", async () => {
  const long = `{"a": "${"x".repeat(2 ** 17)}"}`;
  await read(new Blob([long]), "config.json");
  assert.equal(asked.configs.at(-1), long);
  const { faults } = await read(new Blob([`{${" ".repeat(2 ** 20)}}`]), "tokenizer.json");
  assert.equal(faults[0].reason, "file_size");
});

test("what is neither is called by what it is, by its name only where nothing else tells", async () => {
  const kinds = async (content, name) => {
    const { faults } = await read(new Blob([content]), name);
    return plain(faults.map((fault) => fault.kind ?? fault.reason));
  };
  assert.deepEqual(await kinds("<!doctype html>", "config.json"), ["web_page"]);
  assert.deepEqual(await kinds("", "config.json"), ["empty"]);
  assert.deepEqual(await kinds("wrong", "Config.JSON"), ["not_json"]);
  assert.deepEqual(await kinds("wrong", "model.gguf"), ["other"]);
  // The length of its own header may be 123, the code of a brace.
  assert.deepEqual(await kinds("{\0\0\0\0\0\0\0{}", "model.safetensors"), ["safetensors"]);
});

test("the fault of every faulty file is found", async () => {
  for (const { header, expected } of vectors.faults) {
    const { faults } = await read(new Blob([unpacked(header)]), "a.gguf");
    assert.deepEqual(plain(faults), [expected.fault]);
  }
});

test("a file that shrinks while it is read ends the reading", async () => {
  const bytes = unpacked(vector("models", "llama, small").header).subarray(0, 500);
  const file = { size: 1e6, slice: () => new Blob([bytes]) };
  await assert.rejects(read(file, "a.gguf"), { name: "NotReadableError" });
});

/** Sentences as their keys and values. */
const told = (fault, lang = "en") => LemarioModelFile.sentences([fault], tables,
  (key, values) => (key === "reader.quoted" ? `<${values.name}>` : values ? plain({ key, ...values }) : key), lang)[0];

test("faults of GGUF files in words", () => {
  assert.deepEqual(told({ kind: "count", about: "values", value: 7 }),
    { key: "reader.gguf_count", about: "reader.count_values", value: 7 });
  assert.deepEqual(told({ kind: "tensor_type", about: "t", value: "type 999" }),
    { key: "reader.gguf_tensor_type", about: "t", value: "999" });
  assert.equal(told({ kind: "missing", about: "a\u202eb\n", value: "" }).about, "a\ufffdb\ufffd");
  assert.equal(told({ kind: "missing", about: "💾".repeat(99), value: "" }).about, `${"💾".repeat(59)}…`);
});

test("faults of configs in words", () => {
  const config = (reason, facts, lang) => told({ code: "", reason, field: [], facts }, lang);
  assert.equal(config("missing", { names: ["a", "b", "c"] }).names, "<a>, <b>, and <c>");
  assert.equal(config("missing", { names: ["a", "b", "c"] }, "es").names, "<a>, <b> y <c>");
  assert.equal(config("not_modelled", { type: "t", why: "indexer" }).why, "reader.why_indexer");
  assert.equal(config("most_layers", {}).most, 1000);
  assert.equal(config("heads", { heads: 5000, groups: 3 }).heads, 5000);
  const values = [[0.5, "0.5"], ["x", '"x"'], [null, "null"], [undefined, "null"], [Infinity, "Infinity"], [false, "false"]];
  for (const [value, shown] of values) assert.equal(config("no_count", { name: "n", value }).value, shown);
  assert.equal(config("layer_form", { name: "n", value: Array(50).fill(7) }).value.length, 60);
});
