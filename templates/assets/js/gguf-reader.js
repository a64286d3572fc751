/// <reference path="../../globals.d.ts" />
/* Reads the header of a GGUF file: metadata and the list of tensors. Twin of calc/readers/gguf_header.py:
   both find the same faults at the same bytes, held together by tests/data/gguf_vectors.json. The
   tables are those of calc/readers/gguf_keys.py. */
const LemarioGguf = (() => {
  /** @typedef {boolean | number | string | null} Scalar */
  /** A list that was not kept is `{ skipped: its length }`. @typedef {Scalar | Scalar[] | { skipped: number }} Value */
  /** Shape with the row length first. @typedef {{ name: string, shape: number[], type: string }} Tensor */
  /**
   * `offset` is a byte of the file, 0 for the file as a whole; `about` names a key, tensor or type.
   * @typedef {{ code: string, kind: string, offset: number, about: string, value: number | string }} Fault
   */
  /**
   * The file is part `part` of `parts`.
   * @typedef {object} Header
   * @property {number} version
   * @property {Map<string, Value>} metadata
   * @property {Tensor[]} tensors
   * @property {number} data_offset
   * @property {number} part
   * @property {number} parts
   */
  /** @typedef {{ header: Header } | { fault: Fault } | { need: number }} Reading */
  /**
   * The tables that this script needs.
   * @typedef {object} Tables
   * @property {Record<string, string>} tensor_types
   * @property {Record<string, string>} refused_types
   * @property {Record<string, [number, number]>} blocks
   */

  const MOST_HEADER = 2 ** 26;
  const LONGEST_LIST = 4096;
  const LONGEST_TEXT = 2 ** 16;
  const LONGEST_NAME = 64;
  const MOST_ALIGNMENT = 2 ** 31;
  const DEEPEST_LIST = 4;
  const MOST_ELEMENTS = 2 ** 48;
  const MAGICS = new Map([["lmgg", "GGML"], ["fmgg", "GGMF"], ["tjgg", "GGJT"], ["algg", "GGLA"]]);
  const OTHER_FILES = ["empty", "web_page", "git_lfs", "old_format", "safetensors", "archive", "other"];
  const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
  const STRING = 8;
  const LIST = 9;

  /** How numbers are read, by their type; null for texts and lists. @type {([number, (view: DataView, at: number) => number | bigint | boolean] | null)[]} */
  const SCALARS = [
    [1, (view, at) => view.getUint8(at)],
    [1, (view, at) => view.getInt8(at)],
    [2, (view, at) => view.getUint16(at, true)],
    [2, (view, at) => view.getInt16(at, true)],
    [4, (view, at) => view.getUint32(at, true)],
    [4, (view, at) => view.getInt32(at, true)],
    [4, (view, at) => view.getFloat32(at, true)],
    [1, (view, at) => view.getUint8(at) !== 0],
    null,
    null,
    [8, (view, at) => view.getBigUint64(at, true)],
    [8, (view, at) => view.getBigInt64(at, true)],
    [8, (view, at) => view.getFloat64(at, true)],
  ];

  /** Leaves a reader at the first fault, or where more bytes are needed. */
  class Stop {
    /** @param {{ fault: Fault } | { need: number }} result */
    constructor(result) { this.result = result; }
  }

  /** @param {string} kind @param {number} [offset] @param {string} [about] @param {number | string} [value] */
  const fault = (kind, offset = 0, about = "", value = "") => {
    const code = kind === "architecture" ? "L321" : OTHER_FILES.includes(kind) ? "L331" : "L332";
    return new Stop({ fault: { code, kind, offset, about, value } });
  };

  /** @template T @param {() => T} work @returns {T | { fault: Fault } | { need: number }} */
  const stopped = (work) => {
    try { return work(); } catch (stop) {
      if (stop instanceof Stop) return stop.result;
      throw stop;
    }
  };

  // --- Header ------------------------------------------------------------------------------------

  /** The bytes from where the reader stands. */
  class Bytes {
    /** @param {Uint8Array} bytes @param {number} size */
    constructor(bytes, size) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      this.size = size;
      this.at = 0;
    }
    /** Passes over bytes, which must be in the file. @param {number} count */
    skip(count) {
      const end = this.at + count;
      if (end > this.size) throw fault("truncated", this.at);
      if (end > MOST_HEADER) throw fault("too_long", this.at);
      this.at = end;
    }
    /** Passes over bytes that are here, too; where they began. @param {number} count */
    take(count) {
      const begin = this.at;
      this.skip(count);
      const more = Math.max(this.at, 2 * this.bytes.length);
      if (this.at > this.bytes.length) throw new Stop({ need: Math.min(more, this.size) });
      return begin;
    }
    u32() { return this.view.getUint32(this.take(4), true); }
    u64() {
      const begin = this.take(8);
      return this.view.getUint32(begin + 4, true) * 2 ** 32 + this.view.getUint32(begin, true);
    }
    /** @param {number} length */
    text(length) {
      const begin = this.take(length);
      return DECODER.decode(this.bytes.subarray(begin, begin + length));
    }
    /** A number of things that take some bytes each, and have to be in the file. @param {string} about @param {number} smallest */
    count(about, smallest) {
      const begin = this.at;
      const found = this.u64();
      if (found * smallest > this.size - this.at) throw fault("count", begin, about, found);
      return found;
    }
    /** A text that must be short. @param {number} longest */
    name(longest) {
      const begin = this.at;
      const length = this.u64();
      if (length > longest) throw fault("length", begin, "", length);
      return this.text(length);
    }
  }

  /**
   * The header of a file, from its first bytes: if they are too few, how many are needed.
   * @param {Uint8Array} bytes
   * @param {number} size of the whole file
   * @param {Tables} tables
   * @returns {Reading}
   */
  const read = (bytes, size, tables) => stopped(() => ({ header: header(new Bytes(bytes, size), tables) }));

  /** @param {Bytes} data @param {Tables} tables @returns {Header} */
  const header = (data, tables) => {
    magic(data);
    const version = data.u32();
    if (version % 65536 === 0) throw fault("big_endian", 4);
    if (version !== 2 && version !== 3) throw fault("version", 4, "", version);
    const count = data.count("tensors", 24);
    const metadata = readMetadata(data);
    const alignment = metadata.has("general.alignment") ? metadata.get("general.alignment") : 32;
    if (typeof alignment !== "number" || !isPowerOfTwo(alignment)) throw fault("alignment", data.at);
    const tensors = readTensors(data, count, tables);
    const no = metadata.has("split.no") ? metadata.get("split.no") ?? -1 : 0;
    const parts = metadata.has("split.count") ? metadata.get("split.count") ?? -1 : 1;
    const isPart = Number.isInteger(no) && Number.isInteger(parts) && Number(no) >= 0 && no < parts;
    const data_offset = Math.ceil(data.at / alignment) * alignment;
    return {
      version, metadata, tensors, data_offset,
      part: isPart ? Number(no) + 1 : 1, parts: isPart ? Number(parts) : 1,
    };
  };

  /** @param {number} number */
  const isPowerOfTwo = (number) => {
    let power = 1;
    while (power < number) power *= 2;
    return power === number && power <= MOST_ALIGNMENT;
  };

  /** Tells what else a file is that does not begin as GGUF files do. @param {Bytes} data */
  const magic = (data) => {
    const length = Math.min(64, data.size);
    const start = String.fromCharCode(...data.bytes.subarray(data.take(length), length));
    data.at = 4;
    if (start.startsWith("GGUF")) return;
    const text = start.replace(/^\xef\xbb\xbf/, "").replace(/^[ \t\n\r\v\f]+/, "");
    if (!text) throw fault("empty");
    const old = MAGICS.get(start.slice(0, 4));
    if (old) throw fault("old_format", 0, old);
    if (text.startsWith("version https://git-lfs")) throw fault("git_lfs");
    if (start.startsWith("PK\x03\x04")) throw fault("archive");
    if (start[8] === "{") throw fault("safetensors");
    throw fault(text.startsWith("<") ? "web_page" : "other");
  };

  /** @param {Bytes} data */
  const readMetadata = (data) => {
    /** @type {Map<string, Value>} */
    const found = new Map();
    for (let left = data.count("metadata", 13); left > 0; left--) {
      const begin = data.at;
      const key = data.name(LONGEST_TEXT);
      if (found.has(key)) throw fault("duplicate", begin, key);
      found.set(key, value(data, key, type(data, key)));
    }
    return found;
  };

  /** @param {Bytes} data @param {string} key */
  const type = (data, key) => {
    const begin = data.at;
    const found = data.u32();
    if (found >= SCALARS.length) throw fault("value_type", begin, key, found);
    return found;
  };

  /** @param {Bytes} data @param {string} key @param {number} kind @returns {Value} */
  const value = (data, key, kind) => {
    const scalar = SCALARS[kind];
    if (scalar) return usable(scalar[1](data.view, data.take(scalar[0])));
    if (kind === LIST) return list(data, key, 1);
    const length = data.u64();
    if (length <= LONGEST_TEXT) return data.text(length);
    data.skip(length);
    return null;
  };

  /** A number that can be held exactly; null for others. @param {number | bigint | boolean} number @returns {Scalar} */
  const usable = (number) => {
    if (typeof number !== "bigint") return number;
    return Number.isSafeInteger(Number(number)) ? Number(number) : null;
  };

  /** A list of numbers that is not too long; others are passed over. @param {Bytes} data @param {string} key @param {number} depth @returns {Value} */
  const list = (data, key, depth) => {
    const kind = type(data, key);
    const scalar = SCALARS[kind];
    if (scalar) {
      const [size, get] = scalar;
      const count = data.count("values", size);
      if (count > LONGEST_LIST) { data.skip(count * size); return { skipped: count }; }
      const begin = data.take(count * size);
      return Array.from({ length: count }, (_, i) => usable(get(data.view, begin + i * size)));
    }
    if (kind === LIST && depth === DEEPEST_LIST) throw fault("nested", data.at, key);
    const count = data.count("values", kind === STRING ? 8 : 12);
    for (let left = count; left > 0; left--) {
      if (kind === STRING) data.skip(data.u64());
      else list(data, key, depth + 1);
    }
    return { skipped: count };
  };

  /** @param {Bytes} data @param {number} count @param {Tables} tables */
  const readTensors = (data, count, tables) => {
    /** @type {Map<string, Tensor>} */
    const found = new Map();
    for (let left = count; left > 0; left--) {
      const begin = data.at;
      const name = data.name(LONGEST_NAME);
      if (found.has(name)) throw fault("duplicate", begin, name);
      found.set(name, tensor(data, name, tables));
    }
    return [...found.values()];
  };

  /** @param {Bytes} data @param {string} name @param {Tables} tables @returns {Tensor} */
  const tensor = (data, name, tables) => {
    let begin = data.at;
    const dimensions = data.u32();
    if (dimensions > 4) throw fault("dimensions", begin, name, dimensions);
    begin = data.at;
    const shape = Array.from({ length: dimensions }, () => data.u64());
    if (shape.includes(0) || product(shape) > MOST_ELEMENTS) throw fault("shape", begin, name);
    begin = data.at;
    const number = String(data.u32());
    const stored = tables.tensor_types[number];
    if (!stored) throw fault("tensor_type", begin, name, tables.refused_types[number] ?? `type ${number}`);
    if ((shape[0] ?? 1) % tables.blocks[stored][0]) throw fault("row", begin, name, stored);
    data.skip(8);
    return { name, shape, type: stored };
  };

  /** @param {number[]} shape */
  const product = (shape) => shape.reduce((sum, size) => sum * size, 1);

  /** The number of the layer that a tensor belongs to, null for those outside. @param {string} name */
  const blockOf = (name) => {
    const found = /^blk\.(\d{1,9})\./.exec(name);
    return found ? Number(found[1]) : null;
  };

  /** Bytes that a tensor takes. @param {Tensor} tensor @param {Tables} tables */
  const bytes = ({ shape, type }, tables) => {
    const [elements, size] = tables.blocks[type];
    return product(shape) / elements * size;
  };

  return { read, bytes, product, blockOf, fault, stopped };
})();
