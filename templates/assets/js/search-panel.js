/* The panel under a search field: an editable combobox with a list box, as the ARIA Authoring
   Practices describe it, selected by hand. The focus stays in the field, which names the active
   option (aria-activedescendant); the arrows move among options, all else belongs to the text.

   Options are links with the role of an option. An option must not contain a link, but a link may be
   one; so the browser itself follows it, opens it in another tab on a middle or Ctrl click, and shows
   its address. They are no tab stops: Tab leaves the list as it does any combobox.

   Without this script the field is a plain search field, so it becomes a combobox only here. */
(() => {
  const { lang, load, make, makeLink, spokenIn, marked, namesOf } = LemarioFind;

  /** Results shown; the results page shows all. */
  const SHOWN = 8;
  /** Letters of a sentence that are shown, and of them those before what is marked. */
  const ROOM = 130, BEFORE = 40;

  /** @typedef {{link: HTMLAnchorElement, chosen: RecentSearch}} Choice */
  /** @typedef {{label: string, options: Choice[]}} Section `label` is "" where there is one only. */

  /**
   * The part of a sentence around its first mark.
   * @param {string} sentence
   * @param {string} query
   * @param {SearchEngine} engine
   */
  const excerpt = (sentence, query, engine) => {
    const first = LemarioMarks.marks(engine, sentence, query)[0]?.[0] ?? 0;
    const from = sentence.length <= ROOM || first <= BEFORE ? 0
      : sentence.lastIndexOf(" ", first - BEFORE) + 1;
    let to = sentence.length;
    if (to - from > ROOM) to = Math.max(from + ROOM / 2, sentence.lastIndexOf(" ", from + ROOM));
    const [start, end] = [from ? "… " : "", to < sentence.length ? "…" : ""];
    return marked(`${start}${sentence.slice(from, to)}${end}`, query, engine);
  };

  /**
   * @param {Entry} entry
   * @param {SearchEngine} engine
   * @param {Hit} [hit]
   * @param {string} [query]
   * @returns {Choice}
   */
  const entryOption = (entry, engine, hit, query = "") => {
    const { here, there } = namesOf(entry);
    const link = makeLink(LemarioFind.entryAddress(entry), make("b", "", marked(here, query, engine)));
    if (there) link.append(" ", LemarioFind.foreignName(there, query, engine));
    link.append(" ", LemarioFind.whyLine(entry, hit, query, engine));
    if (hit?.field === "definition") {
      const found = LemarioMarks.passage(engine, entry, query, lang);
      const passage = make("span", "passage", excerpt(found.text, query, engine));
      link.append(" ", spokenIn(passage, found.lang));
    }
    return { link, chosen: { id: entry.id } };
  };

  /** @param {string} query @param {string} text @returns {Choice} */
  const queryOption = (query, text) =>
    ({ link: makeLink(LemarioFind.resultsAddress(query), text), chosen: { query } });

  /** @param {string} query @returns {Choice} */
  const indexOption = (query) => {
    const asked = query ? `?text=${encodeURIComponent(query)}` : "";
    const link = makeLink(`${LemarioUi.address("index")}${asked}`, LemarioUi.text("js.index"));
    return { link, chosen: {} };
  };

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLInputElement} field
   * @param {{panel: HTMLElement, said: HTMLElement, list: HTMLElement, forget: HTMLElement}} parts
   */
  const attach = (form, field, { panel, said, list, forget }) => {
    /** @type {Choice[]} */
    let options = [];
    /** The place of the active option; -1 while it is the text. */
    let active = -1;
    /** Counts what was asked for: what comes late is not shown any more. */
    let turn = 0;

    // A field for searches may not have that role, one for text may.
    field.type = "text";
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", list.id);
    field.setAttribute("aria-expanded", "false");
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", LemarioUi.text("js.list"));
    // What scrolls would be a stop of the Tab key.
    list.tabIndex = -1;

    /** @param {number} place */
    const point = (place) => {
      options[active]?.link.setAttribute("aria-selected", "false");
      active = place;
      const link = options[active]?.link;
      if (!link) { field.removeAttribute("aria-activedescendant"); return; }
      link.setAttribute("aria-selected", "true");
      field.setAttribute("aria-activedescendant", link.id);
      link.scrollIntoView({ block: "nearest" });
    };

    /** From the last option to the text, and from the text to the first. @param {number} step */
    const move = (step) => {
      const stops = options.length + 1;
      point(((active + 1 + step + stops) % stops) - 1);
    };

    const isOpen = () => panel.hasAttribute("data-lm-open");

    /**
     * @param {(Node | string)[]} status
     * @param {Section[]} groups
     * @param {boolean} [kept] whether something is shown that can be forgotten
     */
    const show = (status, groups, kept = false) => {
      point(-1);
      const filled = groups.filter((group) => group.options.length);
      options = filled.flatMap((group) => group.options);
      options.forEach(({ link }, place) => {
        link.id = `${list.id}-${place}`;
        link.tabIndex = -1;
        link.setAttribute("role", "option");
        link.setAttribute("aria-selected", "false");
      });
      said.replaceChildren(...status);
      list.replaceChildren(...filled.flatMap(({ label, options: inside }, place) => {
        const links = inside.map(({ link }) => link);
        if (!label) return links;
        const name = make("div", "label", label);
        name.id = `${list.id}-of-${place}`;
        name.setAttribute("role", "presentation");
        const group = make("div", "", name, ...links);
        group.setAttribute("role", "group");
        group.setAttribute("aria-labelledby", name.id);
        return [group];
      }));
      list.scrollTop = 0;
      list.hidden = !options.length;
      forget.hidden = !kept;
      panel.toggleAttribute("data-lm-open", status.length + options.length > 0);
      field.setAttribute("aria-expanded", String(options.length > 0));
    };

    const close = () => {
      turn++;
      show([], []);
    };

    /** @param {SearchEngine | undefined} engine */
    const showOffers = (engine) => {
      const { recent, suggested } = LemarioFind.offers(engine);
      const before = recent.map(({ query, entry }) =>
        (entry && engine ? entryOption(entry, engine) : queryOption(query, query)));
      show([], [
        { label: LemarioUi.text("js.recent"), options: before },
        { label: LemarioUi.text("js.suggested"),
          options: engine ? suggested.map((entry) => entryOption(entry, engine)) : [] },
      ], before.length > 0);
    };

    /** @param {string} query @param {SearchEngine} engine */
    const showHits = (query, engine) => {
      const hits = engine.search(query, { limit: SHOWN, lang });
      if (!hits.length) {
        show([LemarioUi.text("js.none", { query })], [{ label: "", options: [indexOption("")] }]);
        return;
      }
      const found = hits.map((hit) => entryOption(hit.entry, engine, hit, query));
      const all = queryOption(query, LemarioUi.text("js.all", { count: hits.total }));
      all.link.className = "all";
      const said = LemarioUi.text("js.found", { shown: hits.length, count: hits.total });
      const status = [make("span", "", said)];
      if (hits.meant) {
        // A link beside the list, not an option of it: the first option stays the best result.
        status.push(make("span", "", ...LemarioFind.meantLine(hits.meant)));
      }
      show(status, [{ label: "", options: hits.total > hits.length ? [...found, all] : found }]);
    };

    const open = async () => {
      const query = field.value.trim();
      const mine = ++turn;
      if (query && !isOpen()) show([LemarioUi.text("js.loading")], []);
      /** @type {SearchEngine | undefined} */
      let engine;
      try { engine = await load(); } catch { /* said below, where there is something to search for */ }
      if (mine !== turn) return;
      if (!query) showOffers(engine);
      else if (engine) showHits(query, engine);
      else show([LemarioUi.text("js.failed")], [{ label: "", options: [indexOption(query)] }]);
    };

    /**
     * Keys of the field; what is not handled here is left to the text.
     * @param {KeyboardEvent} event
     * @returns {boolean} whether it was handled
     */
    const press = (event) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      const option = options[active];
      if (key === "Enter" && option) {
        const how = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
        option.link.dispatchEvent(new MouseEvent("click", how));
        return true;
      }
      if ((key === "ArrowDown" || key === "ArrowUp") && !ctrlKey && !metaKey && !shiftKey) {
        const step = key === "ArrowDown" ? 1 : -1;
        if (altKey && step < 0) close();
        else if (options.length) { if (!altKey) move(step); }
        else void open().then(() => { if (!altKey) move(step); });
        return true;
      }
      // These move the caret, so the text is what is active again.
      if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) point(-1);
      return false;
    };

    field.addEventListener("focus", () => void open());
    field.addEventListener("click", () => { if (!isOpen()) void open(); });
    field.addEventListener("input", () => void open());
    field.addEventListener("keydown", (event) => {
      if (!event.isComposing && press(event)) event.preventDefault();
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing) return;
      if (isOpen()) {
        field.focus();
        close();
      } else if (field.value && event.target === field) field.value = "";
      else return;
      event.preventDefault();
    });
    form.addEventListener("submit", () => LemarioFind.remember({ query: field.value.trim() }));
    forget.addEventListener("click", () => {
      LemarioFind.forget();
      field.focus();
      void open();
    });

    // A click in the list leaves the focus in the field, as the arrows do; on its edge it scrolls.
    list.addEventListener("mousedown", (event) => {
      if (event.target !== list) event.preventDefault();
    });
    for (const kind of ["click", "auxclick"]) {
      list.addEventListener(kind, ({ target }) => {
        const option = options.find(({ link }) => target instanceof Node && link.contains(target));
        if (option) LemarioFind.remember(option.chosen);
      });
    }

    // What takes the focus without having a place in the page, as a click into nothing does, is
    // judged by where it was clicked.
    form.addEventListener("focusout", ({ relatedTarget: next }) => {
      if (next instanceof Node && next !== field && !panel.contains(next)) close();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && target !== field && !panel.contains(target)) close();
    });
    // Or it would stand open when the reader comes back.
    addEventListener("pagehide", close);
  };

  for (const form of document.querySelectorAll("form[data-lm-find=panel]")) {
    const field = form.querySelector("input");
    const [panel, said, list, forget] = ["panel", "said", "list", "forget"]
      .map((name) => form.querySelector(`[data-lm-${name}]`));
    if (form instanceof HTMLFormElement && field && panel instanceof HTMLElement
      && said instanceof HTMLElement && list instanceof HTMLElement && forget instanceof HTMLElement) {
      attach(form, field, { panel, said, list, forget });
    }
  }
})();
