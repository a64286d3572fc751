/** The readers of GGUF headers find what those in Python find: shared vectors, byte by byte. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";
import zlib from "node:zlib";

const text = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const vectors = JSON.parse(text("tests/data/gguf_vectors.json"));
const { tables } = vectors;
const scripts = ["reader", "model"].map((name) => text(`templates/assets/js/gguf-${name}.js`)).join("\n");
const { LemarioGguf, LemarioGgufModel } = vm.runInNewContext(
  `${scripts};({ LemarioGguf, LemarioGgufModel })`, { TextDecoder });
const { read, bytes } = LemarioGguf;
const { config, stored } = LemarioGgufModel;

const unpacked = (header) => new Uint8Array(zlib.inflateSync(Buffer.from(header, "base64")));
/** Values made inside the vm have other prototypes. */
const plain = (value) => JSON.parse(JSON.stringify(value));
const total = (values) => values.reduce((sum, value) => sum + value, 0);

const matrixBytes = ({ elements, copies, stored }) =>
  elements / tables.blocks[stored][0] * tables.blocks[stored][1] * copies.length;
const readBytes = (matrix) => matrixBytes(matrix) * matrix.read / matrix.elements;

/** What a file is found to be, as `expected` of tests/gguf_vectors.py has it. */
const found = (data, blocks = []) => {
  const reading = read(data, data.length, tables);
  if (reading.fault) return { fault: plain(reading.fault) };
  const { header } = reading;
  const described = config(header, tables);
  if (described.fault) return { fault: plain(described.fault) };
  const { model_type, num_attention_heads: heads } = described.config;
  assert.ok(tables.traits[model_type]);
  const base = { layers: blocks.map((numbers) => ({ blocks: numbers, heads, matrices: [] })) };
  const whole = stored(base, header, described);
  const sum = (matrices, of) => total(matrices.map(of));
  return plain({
    config: described.config,
    full_cache: described.full_cache,
    part: [header.part, header.parts],
    data_offset: header.data_offset,
    tensors: header.tensors.length,
    bytes: total(header.tensors.map((tensor) => bytes(tensor, tables))),
    layers: whole.layers.map((layer) =>
      [layer.blocks, sum(layer.matrices, matrixBytes), sum(layer.matrices, readBytes)]),
    outside: sum(whole.outside, matrixBytes),
    skipped: sum(whole.skipped, matrixBytes),
    read: sum([whole, ...whole.layers].flatMap((part) => part.matrices ?? part.outside), readBytes),
  });
};

for (const { name, header, expected } of vectors.models) {
  test(`the header of ${name}`, () => {
    assert.deepEqual(found(unpacked(header), expected.layers.map(([blocks]) => blocks)), expected);
  });
}

for (const { name, header, expected } of vectors.faults) {
  test(`a file with a fault: ${name}`, () => assert.deepEqual(found(unpacked(header)), expected));
}

const small = () => unpacked(vectors.models.find(({ name }) => name === "llama, small").header);

test("a changed byte is found to mean what it means in Python", () => {
  for (const [at, byte, expected] of vectors.edits) {
    const data = small();
    data[at] = byte;
    const { fault, bytes: size } = found(data);
    assert.equal(fault ? `${fault.kind} ${fault.offset}` : String(size), expected, `${at}: ${byte}`);
  }
});

test("a page can give the first bytes, and more where they are needed", () => {
  for (const { header } of vectors.models) {
    const whole = unpacked(header);
    const size = whole.length + 1e10;
    let given = 0;
    let times = 0;
    let reading;
    for (; ; times++) {
      reading = read(whole.subarray(0, given), size, tables);
      if (!reading.need) break;
      assert.ok(reading.need > given, "asks for more than it has");
      given = Math.min(reading.need, whole.length);
      assert.ok(times < 40);
    }
    assert.deepEqual(plain(reading), plain(read(whole, whole.length, tables)));
  }
});

test("of a file that ends, no more is asked for than there is", () => {
  const whole = small();
  for (let length = 0; length < whole.length; length += 7) {
    const reading = read(whole.subarray(0, length), length, tables);
    assert.ok(reading.header ?? reading.fault, `${length} bytes`);
  }
});

test("bytes may stand anywhere in their buffer", () => {
  const data = small();
  const moved = new Uint8Array(data.length + 5);
  moved.set(data, 5);
  assert.deepEqual(found(moved.subarray(5)), found(data));
});
