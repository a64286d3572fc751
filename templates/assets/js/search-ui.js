/* Search on the page: results while typing under a field, the results page, the keyboard.
   The engine is LemarioSearch; its data is loaded when it is first needed. */
(() => {
  /** Results shown under a field; the results page shows all. */
  const SHOWN = 8;
  const root = document.documentElement;
  const lang = root.lang === "en" ? "en" : "es";
  const other = lang === "en" ? "es" : "en";

  /** @typedef {{search: (query: string, limit: number) => Hits}} Ready */

  /** @type {Promise<Ready> | undefined} */
  let loading;

  /** A classic script: the one way to load data that also works from a folder on disk. */
  const load = () => {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${root.dataset.lmRoot}assets/js/search-data.js`;
      script.addEventListener("load", () => {
        try {
          const engine = LemarioSearch.create(LemarioData);
          resolve({
            search: (query, limit) => engine.search(query, { limit, lang }),
          });
        } catch (error) { reject(error); }
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

  /** The results page for a query. @param {string} query */
  const resultsAddress = (query) => `${root.dataset.lmSearch}?q=${encodeURIComponent(query)}`;

  /** @param {string} query */
  const indexLink = (query) => make("li", "all", makeLink(
    `${LemarioUi.address("index")}${query ? `?text=${encodeURIComponent(query)}` : ""}`,
    LemarioUi.text("js.index")));

  /**
   * The text with the beginnings of its words marked that the query has.
   * @param {string} written
   * @param {string[]} asked folded words
   * @returns {DocumentFragment}
   */
  const marked = (written, asked) => {
    const piece = document.createDocumentFragment();
    let from = 0;
    for (const found of written.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      const word = found[0];
      const folded = LemarioSearch.fold(word);
      const hit = asked.filter((it) => folded.startsWith(it)).sort((a, b) => b.length - a.length)[0];
      if (!hit) continue;
      let length = 1;
      while (length < word.length && LemarioSearch.fold(word.slice(0, length)).length < hit.length) length++;
      piece.append(written.slice(from, found.index), make("mark", "", word.slice(0, length)));
      from = found.index + length;
    }
    piece.append(written.slice(from));
    return piece;
  };

  /**
   * What a result shows, the same in both lists.
   * @param {Hit} hit
   * @param {Ready} ready
   */
  const describe = (hit, ready) => {
    const here = hit.entry[lang];
    const there = hit.entry[other];
    const headword = here.term ?? there.term ?? hit.id;
    const same = !there.term || LemarioSearch.fold(there.term) === LemarioSearch.fold(headword);
    const shown = [headword, there.term ?? ""].map((name) => LemarioSearch.fold(name));
    let via = "";
    if (hit.field === "definition") via = LemarioUi.text("js.via_definition");
    else if (!shown.includes(LemarioSearch.fold(hit.matched))) {
      via = LemarioUi.text(hit.field === "avoid" ? "js.via_avoid" : "js.via", { name: hit.matched });
    }
    return {
      href: here.href ? `${root.dataset.lmRoot}${here.href}` : LemarioUi.address("term", hit.id),
      headword,
      equivalent: same ? "" : there.term ?? "",
      why: [hit.entry.group[lang], via].filter(Boolean).join(" · "),
      summary: here.summary ?? there.summary ?? "",
      summaryLang: here.summary ? lang : other,
    };
  };

  /** @param {Hit} hit @param {Ready} ready */
  const panelItem = (hit, ready) => {
    const it = describe(hit, ready);
    const link = makeLink(it.href, make("b", "", it.headword));
    if (it.equivalent) {
      const name = make("i", "", it.equivalent);
      name.lang = other;
      link.append(" ", name);
    }
    link.append(" ", make("span", "why", it.why));
    return make("li", "", link);
  };

  /** @param {Hit} hit @param {Ready} ready @param {string[]} asked */
  const pageItem = (hit, ready, asked) => {
    const it = describe(hit, ready);
    const item = make("li", "", make("h2", "", makeLink(it.href, marked(it.headword, asked))));
    if (it.equivalent) {
      const name = make("i", "", marked(it.equivalent, asked));
      name.lang = other;
      item.append(" ", name);
    }
    const summary = make("p", "", marked(it.summary, asked));
    if (it.summaryLang !== lang) summary.lang = it.summaryLang;
    item.append(summary, make("p", "why", it.why));
    return item;
  };

  /**
   * The arrow keys go from the field through the results and back.
   * @param {KeyboardEvent} event
   * @param {HTMLInputElement} field
   * @param {Element} list
   */
  const walk = (event, field, list) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const next = at < 0 ? undefined : stops[at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  /**
   * A field with a panel of results under it.
   * @param {HTMLFormElement} form
   * @param {HTMLInputElement} field
   */
  const attachPanel = (form, field) => {
    const panel = form.querySelector("[data-lm-panel]");
    const said = panel?.querySelector("[data-lm-said]");
    const list = panel?.querySelector("ol");
    if (!panel || !said || !list) return;
    let turn = 0;

    /** @param {string} status @param {Node[]} items */
    const show = (status, items) => {
      panel.toggleAttribute("data-lm-open", Boolean(status));
      said.textContent = status;
      list.replaceChildren(...items);
      list.hidden = !items.length;
    };
    const close = () => { turn++; show("", []); };

    const search = async () => {
      const query = field.value.trim();
      const mine = ++turn;
      if (!query) { show("", []); return; }
      if (!loading) show(LemarioUi.text("js.loading"), []);
      try {
        const ready = await load();
        if (mine !== turn) return;
        const hits = ready.search(query, SHOWN);
        if (!hits.length) { show(LemarioUi.text("js.none", { query }), [indexLink("")]); return; }
        const items = hits.map((hit) => panelItem(hit, ready));
        if (hits.total > hits.length) {
          const label = LemarioUi.text("js.all", { count: hits.total });
          items.push(make("li", "all", makeLink(resultsAddress(query), label)));
        }
        show(LemarioUi.text("js.found", { shown: hits.length, count: hits.total }), items);
      } catch {
        if (mine === turn) show(LemarioUi.text("js.failed"), [indexLink(query)]);
      }
    };

    field.addEventListener("focus", () => {
      if (field.value.trim()) void search();
      else load().catch(() => { /* said when there is something to search for */ });
    });
    field.addEventListener("input", () => void search());
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && panel.hasAttribute("data-lm-open")) {
        event.preventDefault();
        field.focus();
        close();
        return;
      }
      walk(event, field, list);
    });
    // A click in the panel may take the focus away before it arrives: that must not close it.
    form.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Node && !form.contains(event.relatedTarget)) close();
    });
    document.addEventListener("pointerdown", (event) => {
      if (event.target instanceof Node && !form.contains(event.target)) close();
    });
  };

  /**
   * The results page: all the results below the form, the query in address and title.
   * @param {HTMLFormElement} form
   * @param {HTMLInputElement} field
   */
  const attachPage = (form, field) => {
    const said = document.querySelector("main [data-lm-said]");
    const list = document.querySelector("main [data-lm-hits]");
    const nothing = document.querySelector("[data-lm-nothing]");
    const idle = document.querySelector("[data-lm-idle]");
    if (!said || !(list instanceof HTMLElement) || !(nothing instanceof HTMLElement) || !(idle instanceof HTMLElement)) return;
    const title = document.title;
    let turn = 0;

    const search = async () => {
      const query = field.value.trim();
      const mine = ++turn;
      document.title = query ? LemarioUi.text("js.title", { query, title }) : title;
      /** @type {Node[]} */
      let items = [];
      let status = LemarioUi.text("js.ask");
      if (query) {
        try {
          const ready = await load();
          if (mine !== turn) return;
          const hits = ready.search(query, Infinity);
          const asked = LemarioSearch.fold(query).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 || word === LemarioSearch.fold(query));
          items = hits.map((hit) => pageItem(hit, ready, asked));
          status = hits.length ? LemarioUi.text("js.results", { count: hits.total, query })
            : LemarioUi.text("js.none", { query });
        } catch {
          if (mine !== turn) return;
          status = LemarioUi.text("js.failed");
        }
      }
      list.replaceChildren(...items);
      list.hidden = !items.length;
      nothing.hidden = !query || items.length > 0;
      idle.hidden = items.length > 0;
      said.textContent = status;
    };

    field.value = new URLSearchParams(location.search).get("q") ?? field.value;
    field.addEventListener("input", () => {
      const query = field.value.trim();
      const address = query ? `?q=${encodeURIComponent(query)}` : location.pathname;
      try { history.replaceState(null, "", address); } catch { /* some file:// settings */ }
      void search();
    });
    form.addEventListener("submit", (event) => { event.preventDefault(); void search(); });
    for (const place of [form, list]) place.addEventListener("keydown", (event) => walk(event, field, list));
    void search();
    // On a phone the keyboard would cover results that were asked for.
    if (!field.value || matchMedia("(hover: hover)").matches) field.focus();
  };

  /** @type {HTMLInputElement[]} */
  const fields = [];
  for (const form of document.querySelectorAll("form[data-lm-find]")) {
    const field = form.querySelector("input");
    if (!(form instanceof HTMLFormElement) || !field) continue;
    fields.push(field);
    if (form.dataset.lmFind === "page") attachPage(form, field);
    else attachPanel(form, field);
  }

  // A shortcut of one character can be turned off (WCAG 2.1.4): the box on the results page.
  const box = document.querySelector("[data-lm-slash]");
  if (box instanceof HTMLInputElement) {
    box.checked = LemarioUi.recall("slash") !== "off";
    box.addEventListener("change", () => LemarioUi.keep("slash", box.checked ? "on" : "off"));
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target instanceof Element
      && event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
    if (typing || LemarioUi.recall("slash") === "off") return;
    event.preventDefault();
    const field = fields.find((it) => it.checkVisibility());
    if (field) { field.focus(); field.select(); }
    else location.assign(root.dataset.lmSearch ?? "");
  });
})();
