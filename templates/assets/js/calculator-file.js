/// <reference path="../../reader.d.ts" />
/* The part of the calculator's page that opens a model's file from the reader's disk. What reads
   it, with its tables, is loaded when the first file is opened. */
(() => {
  const MOST_FAULTS = 3;
  const STORED = "STORED";
  const root = document.documentElement;
  /** In the order in which they need each other. */
  const SCRIPTS = [
    `strings-reader-${root.lang}`, "reader-tables", "architecture", "config-layers", "config-rules",
    "config-reader", "gguf-reader", "gguf-model", "model-file",
  ];

  const box = document.querySelector("[data-lm-calculator]");
  if (!box) return;

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
  const input = part("file", HTMLInputElement);
  const model = part('field="model"', HTMLSelectElement);
  const quant = part('field="quant"', HTMLSelectElement);
  const faults = part("file-faults", HTMLElement);
  const note = part("file-note", HTMLElement);
  const share = part("file-share", HTMLElement);

  /** What is not in the catalogue about models from files: whether they bring their types, a notice.
   * @type {Map<string, { stored: boolean, note: string }>} */
  const opened = new Map();
  const group = document.createElement("optgroup");
  group.label = input.dataset.lmGroup ?? "";
  const own = document.createElement("option");
  own.value = STORED;
  own.dataset.lmLabel = own.text = input.dataset.lmQuant ?? "";

  // --- Loading ------------------------------------------------------------------------------------

  /** @param {string} name @returns {Promise<void>} */
  const inject = (name) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root.dataset.lmRoot}assets/js/${name}.js`;
    script.async = false; // They run in the order in which they were added.
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(script.src)));
    document.head.append(script);
  });

  /** @type {Promise<unknown> | undefined} */
  let loading;
  /** Classic scripts: the one way to load code that also works from a folder on disk. */
  const load = () => (loading ??= Promise.all(SCRIPTS.map(inject)));

  // --- The form -----------------------------------------------------------------------------------

  /** Says what is wrong with the file, one or a list of the first few; nothing if all is well. @param {string[]} said */
  const complain = (said) => {
    const tag = said.length > 1 ? "li" : "p";
    const nodes = said.slice(0, MOST_FAULTS).map((sentence) => {
      const node = document.createElement(tag);
      node.className = "fault";
      node.textContent = sentence;
      return node;
    });
    const list = document.createElement("ul");
    list.append(...nodes);
    faults.replaceChildren(...(said.length > 1 ? [list] : nodes));
    if (said.length) faults.scrollIntoView({ block: "nearest" });
  };

  /** The quantization that was chosen before a file brought its own. */
  let usual = "";

  /** The form follows the chosen model. Before the calculator does, which listens further out. */
  const follow = () => {
    const chosen = opened.get(model.value);
    const stored = chosen?.stored ?? false;
    if (stored && !quant.disabled) {
      usual = quant.value;
      quant.add(own);
      quant.value = STORED;
    } else if (!stored && quant.disabled) {
      own.remove();
      quant.value = usual;
    }
    quant.disabled = stored;
    note.textContent = chosen?.note ?? "";
    share.hidden = !chosen;
    complain([]);
  };
  model.addEventListener("input", follow);

  /**
   * The model joins the list, in place of an earlier one of that name, and is chosen.
   * @param {string} name of the file
   * @param {{ architecture: Architecture, stored: boolean, part: number, parts: number }} found
   */
  const join = (name, { architecture, stored, part: number, parts }) => {
    const id = LemarioCalculator.LOCAL + name;
    if (!opened.has(id)) group.append(new Option(name, id));
    if (!group.isConnected) model.prepend(group);
    opened.set(id, { stored, note: parts > 1 ? LemarioUi.text("reader.part", { part: number, parts }) : "" });
    LemarioCatalogue.models[id] = { name, architecture: LemarioCalculator.adopt(architecture) };
    model.value = id;
    for (const type of ["input", "change"]) model.dispatchEvent(new Event(type, { bubbles: true }));
  };

  let latest = 0;
  /** @param {File} file */
  const open = async (file) => {
    latest += 1;
    const turn = latest;
    complain([]);
    try {
      await load();
    } catch {
      complain([LemarioUi.text("js.reader_failed")]);
      return;
    }
    try {
      const found = await LemarioModelFile.read(file, file.name, LemarioTables, LemarioGgufKeys);
      if (turn !== latest) return;
      if ("model" in found) join(file.name, found.model);
      else complain(LemarioModelFile.sentences(found.faults, LemarioTables, LemarioUi.text, root.lang));
    } catch (error) {
      if (turn === latest) complain([LemarioUi.text("reader.unreadable")]);
      if (!(error instanceof DOMException)) throw error;
    }
  };

  // A file that is dropped on the field comes the same way.
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.value = ""; // The same file can be opened again once it has changed.
    if (file) void open(file);
  });
})();
