/* What all search on the page shares: the data, loaded when it is first needed; how results are
   drawn; what was searched for lately; the key that leads to the field. The panel under a field is
   search-panel.js, the results page search-page.js. The engine is LemarioSearch; LemarioMarks says
   what to mark. */

/** @typedef {ReturnType<typeof LemarioSearch.create>} SearchEngine */
/** @typedef {{query?: string, id?: string}} RecentSearch A query, or the entry that was chosen. */

const LemarioFind = (() => {
  const root = document.documentElement;
  /** @type {Lang} */
  const lang = root.lang === "en" ? "en" : "es";
  /** @type {Lang} */
  const other = lang === "en" ? "es" : "en";

  /** @type {Promise<SearchEngine> | undefined} */
  let loading;

  /** A classic script: the one way to load data that also works from a folder on disk. */
  const load = () => {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${root.dataset.lmRoot}assets/js/search-data.js`;
      script.addEventListener("load", () => {
        try { resolve(LemarioSearch.create(LemarioData)); } catch (error) { reject(error); }
      });
      script.addEventListener("error", () => {
        script.remove();
        loading = undefined;
        reject(new Error(script.src));
      });
      document.head.append(script);
    });
    return loading;
  };

  // --- Elements ----------------------------------------------------------------------------------

  /**
   * @param {string} name of the element
   * @param {string} style its class, or ""
   * @param {...(Node | string)} inside
   */
  const make = (name, style, ...inside) => {
    const node = document.createElement(name);
    if (style) node.className = style;
    node.append(...inside);
    return node;
  };

  /** @param {string} href @param {...(Node | string)} inside */
  const makeLink = (href, ...inside) => {
    const link = document.createElement("a");
    link.href = href;
    link.append(...inside);
    return link;
  };

  /**
   * Says in which language an element is, where that is not the page's.
   * @template {HTMLElement} T
   * @param {T} node
   * @param {Lang} spoken
   * @returns {T}
   */
  const spokenIn = (node, spoken) => {
    if (spoken !== lang) node.lang = spoken;
    return node;
  };

  /** No text of the interface has this character. */
  const GAP = "\ue000";

  /**
   * A text of the interface with an element in place of its `{name}`.
   * @param {string} key
   * @param {Node} node
   * @returns {(Node | string)[]}
   */
  const around = (key, node) => {
    const [before, ...after] = LemarioUi.text(key, { name: GAP }).split(GAP);
    return [before, node, ...after];
  };

  /**
   * The text with what answers the query marked.
   * @param {string} written
   * @param {string} query "" marks nothing
   * @param {SearchEngine} engine
   * @returns {DocumentFragment}
   */
  const marked = (written, query, engine) => {
    const piece = document.createDocumentFragment();
    let at = 0;
    for (const [from, to] of query ? LemarioMarks.marks(engine, written, query) : []) {
      piece.append(written.slice(at, from), make("mark", "", written.slice(from, to)));
      at = to;
    }
    piece.append(written.slice(at));
    return piece;
  };

  // --- Results -----------------------------------------------------------------------------------

  /** The results page for a query. @param {string} query */
  const resultsAddress = (query) => `${root.dataset.lmSearch}?q=${encodeURIComponent(query)}`;

  /** @param {Entry} entry */
  const entryAddress = (entry) => {
    const { href } = entry[lang];
    return href ? `${root.dataset.lmRoot}${href}` : LemarioUi.address("term", entry.id);
  };

  /** Letters and digits only: what differs in spaces or signs is the same name to a reader.
   * @param {string} name */
  const bare = (name) => LemarioSearch.fold(name).replace(/[^\p{L}\p{N}]+/gu, "");

  /**
   * The name in the reader's language, and the other one; `there` is empty where they are the same.
   * @param {Entry} entry
   */
  const namesOf = (entry) => {
    const here = entry[lang].term || entry[other].term || entry.id;
    const there = entry[other].term;
    return { here, there: LemarioSearch.fold(there) === LemarioSearch.fold(here) ? "" : there };
  };

  /**
   * The other language's name, marked as such.
   * @param {string} name
   * @param {string} query
   * @param {SearchEngine} engine
   */
  const foreignName = (name, query, engine) =>
    spokenIn(make("i", "", marked(name, query, engine)), other);

  /**
   * The line below a result: its group, and how it was found where the names do not show it.
   * @param {Entry} entry
   * @param {Hit | undefined} hit
   * @param {string} query
   * @param {SearchEngine} engine
   */
  const whyLine = (entry, hit, query, engine) => {
    const line = make("span", "why", entry.group[lang]);
    if (!hit || hit.field === "definition") return line;
    const avoided = hit.field === "avoid";
    const { here, there } = namesOf(entry);
    // A name to avoid is called so even where the headword has it in itself.
    if (!avoided && [here, there].some((name) => bare(name).includes(bare(hit.matched)))) return line;
    const name = spokenIn(make("span", "", marked(hit.matched, query, engine)), hit.lang);
    line.append(" · ", ...around(avoided ? "js.via_avoid" : "js.via", name));
    return line;
  };

  /**
   * The name that a mistyped query stands for, as a link to what is found by it.
   * @param {string} meant
   */
  const meantLine = (meant) => {
    const link = makeLink(resultsAddress(meant), meant);
    link.addEventListener("click", () => remember({ query: meant }));
    return around("js.meant", link);
  };

  // --- What was searched for lately --------------------------------------------------------------

  const KEPT = "recent";
  const MOST_KEPT = 6;
  const LONGEST_KEPT = 100;

  /** @param {unknown} it @returns {it is RecentSearch} */
  const isRecent = (it) => typeof it === "object" && it !== null
    && ("query" in it ? typeof it.query === "string" : "id" in it && typeof it.id === "string");

  /** The last first; empty where the browser keeps nothing. @returns {RecentSearch[]} */
  const recent = () => {
    try {
      const kept = JSON.parse(LemarioUi.recall(KEPT) ?? "[]");
      return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST_KEPT) : [];
    } catch { return []; }
  };

  /** @param {RecentSearch} it */
  const keyOf = (it) => bare(it.query ?? it.id ?? "");

  /** @param {RecentSearch} it */
  const remember = (it) => {
    if (!keyOf(it) || (it.query ?? "").length > LONGEST_KEPT) return;
    const others = recent().filter((old) => keyOf(old) !== keyOf(it));
    LemarioUi.keep(KEPT, JSON.stringify([it, ...others].slice(0, MOST_KEPT)));
  };

  const forget = () => LemarioUi.keep(KEPT, "[]");

  /**
   * What is offered before anything is typed. Without the engine, of what was searched for only the
   * queries: an id says nothing to a reader.
   * @param {SearchEngine | undefined} engine
   * @returns {{recent: {query: string, entry?: Entry}[], suggested: Entry[]}}
   */
  const offers = (engine) => {
    const known = recent().flatMap(({ query = "", id = "" }) => {
      const entry = id ? engine?.entry(id) : undefined;
      return query || entry ? [{ query, entry }] : [];
    });
    const suggested = engine ? LemarioData.suggested.filter((id) => !known.some((it) => it.entry?.id === id))
      .flatMap((id) => engine.entry(id) ?? []) : [];
    return { recent: known, suggested };
  };

  // --- The key -----------------------------------------------------------------------------------

  // A shortcut of one character can be turned off (WCAG 2.1.4): the box on the results page.
  const box = document.querySelector("[data-lm-slash]");
  if (box instanceof HTMLInputElement) {
    box.checked = LemarioUi.recall("slash") !== "off";
    box.addEventListener("change", () => LemarioUi.keep("slash", box.checked ? "on" : "off"));
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target instanceof Element
      && event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
    if (typing || LemarioUi.recall("slash") === "off") return;
    event.preventDefault();
    const fields = [...document.querySelectorAll("form[data-lm-find] input")];
    const field = fields.find((it) => it instanceof HTMLInputElement && it.checkVisibility());
    if (field instanceof HTMLInputElement) { field.focus(); field.select(); }
    else location.assign(root.dataset.lmSearch ?? "");
  });

  return {
    lang, other, load, make, makeLink, spokenIn, marked, resultsAddress, entryAddress, namesOf,
    foreignName, whyLine, meantLine, remember, forget, offers,
  };
})();
