/// <reference path="../../reader.d.ts" />
/* A file that the reader opens, a config.json or a GGUF, to the decoder that it describes; or what
   is wrong with it, in words. Pure but for reading the file, of which a GGUF's weights are never
   read. Needs LemarioArchitecture, LemarioConfig, LemarioGguf and LemarioGgufModel. */
const LemarioModelFile = (() => {
  /** A text of the interface: its key, and what its placeholders are. @typedef {{ key: string, values: Record<string, string | number> }} Sentence */
  /** @typedef {(key: string, values?: Record<string, string | number>) => string} Text */
  /**
   * A decoder. `stored`: its weights are of the file type "STORED". The file is part `part` of
   * `parts`.
   * @typedef {{ architecture: Architecture, stored: boolean, part: number, parts: number }} Model
   */
  /** A fault of a GGUF file, or one of a config. @typedef {{ kind: string, about: string, value: number | string } | Fault} AnyFault */
  /** @typedef {{ model: Model } | { faults: AnyFault[] }} Reading */

  /** How much of a file is read at first: enough to tell what it is. */
  const FIRST = 2 ** 16;
  /** No config.json is as long. */
  const LONGEST_TEXT = 2 ** 20;
  const LONGEST_SHOWN = 60;
  const AS_WRITTEN = ["value", "allowed", "kind"];

  // --- Reading ------------------------------------------------------------------------------------

  /** @param {Blob} file @param {number} count @returns {Promise<Uint8Array>} */
  const firstBytes = async (file, count) => {
    const bytes = new Uint8Array(await file.slice(0, count).arrayBuffer());
    if (bytes.length < Math.min(count, file.size)) {
      throw new DOMException("The file changes while it is read.", "NotReadableError");
    }
    return bytes;
  };

  /** Whether a file begins as JSON objects do, and is text. @param {Uint8Array} bytes */
  const beginsAsObject = (bytes) => {
    const start = String.fromCharCode(...bytes.subarray(0, 64)).replace(/^\xef\xbb\xbf/, "");
    return /^\s*\{/.test(start) && !start.includes("\0");
  };

  /**
   * What a file holds, by its content; the name only tells what a file was meant to be that is
   * neither. Rejects if it cannot be read.
   * @param {Blob} file
   * @param {string} name
   * @param {ReaderTables} tables
   * @param {GgufKeys} keys
   * @returns {Promise<Reading>}
   */
  const read = async (file, name, tables, keys) => {
    const start = await firstBytes(file, FIRST);
    if (beginsAsObject(start)) return readConfig(file, tables);
    const found = await readGguf(file, start, tables, keys);
    const other = "faults" in found && found.faults.some((fault) => "kind" in fault && fault.kind === "other");
    return other && /\.json$/i.test(name) ? readConfig(file, tables) : found;
  };

  /** @param {Blob} file @param {ReaderTables} tables @returns {Promise<Reading>} */
  const readConfig = async (file, tables) => {
    if (file.size > LONGEST_TEXT) {
      return { faults: [{ code: "L329", reason: "file_size", field: [], facts: {} }] };
    }
    const found = LemarioConfig.read(await file.text(), tables);
    if ("faults" in found) return found;
    const architecture = LemarioArchitecture.fromConfig(found.config, tables);
    return { model: { architecture, stored: false, part: 1, parts: 1 } };
  };

  /** @param {Blob} file @param {Uint8Array} start @param {ReaderTables} tables @param {GgufKeys} keys @returns {Promise<Reading>} */
  const readGguf = async (file, start, tables, keys) => {
    let reading = LemarioGguf.read(start, file.size, keys);
    while ("need" in reading) {
      reading = LemarioGguf.read(await firstBytes(file, reading.need), file.size, keys);
    }
    if ("fault" in reading) return { faults: [reading.fault] };
    const { header } = reading;
    const described = LemarioGgufModel.config(header, keys);
    if ("fault" in described) return { faults: [described.fault] };
    const config = /** @type {ModelConfig} */ (
      /** @type {unknown} */ ({ ...tables.fields, ...described.config }));
    const base = LemarioArchitecture.fromConfig(config, tables);
    const architecture = LemarioGgufModel.stored(base, header, described);
    return { model: { architecture, stored: true, part: header.part, parts: header.parts } };
  };

  // --- Words --------------------------------------------------------------------------------------

  /** A text out of a file, short enough for a line and without characters that are not seen. @param {string} text */
  const shown = (text) => {
    const plain = [...text.replace(/\p{C}/gu, "\ufffd")];
    return plain.length <= LONGEST_SHOWN ? plain.join("") : `${plain.slice(0, LONGEST_SHOWN - 1).join("")}…`;
  };

  /** @param {{ kind: string, about: string, value: number | string }} fault @param {Text} text @returns {Sentence} */
  const ofGguf = ({ kind, about, value }, text) => ({
    key: `reader.gguf_${kind}`,
    values: {
      about: kind === "count" ? text(`reader.count_${about}`) : shown(about),
      value: typeof value === "string" ? shown(value).replace(/^type /, "") : value,
    },
  });

  /** A fact of a fault in words. @param {string} name @param {unknown} value @param {Text} text @param {string} lang */
  const fact = (name, value, text, lang) => {
    if (name === "why") return text(`reader.why_${value}`);
    if (Array.isArray(value) && name === "names") {
      const names = value.map((one) => text("reader.quoted", { name: shown(String(one)) }));
      return new Intl.ListFormat(lang).format(names);
    }
    if (AS_WRITTEN.includes(name)) {
      return shown(typeof value === "number" ? String(value) : JSON.stringify(value ?? null));
    }
    return typeof value === "number" ? value : shown(String(value));
  };

  /** @param {Fault} fault @param {ReaderTables} tables @param {Text} text @param {string} lang @returns {Sentence} */
  const ofConfig = ({ reason, facts }, tables, text, lang) => {
    /** @type {Sentence["values"]} */
    const values = { most: tables.most_layers };
    for (const [name, value] of Object.entries(facts)) values[name] = fact(name, value, text, lang);
    return { key: `reader.config_${reason}`, values };
  };

  /**
   * A sentence for each fault.
   * @param {readonly AnyFault[]} faults
   * @param {ReaderTables} tables
   * @param {Text} text gives a text of the interface
   * @param {string} lang the language of these texts
   * @returns {string[]}
   */
  const sentences = (faults, tables, text, lang) => faults.map((fault) => {
    const { key, values } = "kind" in fault ? ofGguf(fault, text) : ofConfig(fault, tables, text, lang);
    return text(key, values);
  });

  return { read, sentences };
})();
