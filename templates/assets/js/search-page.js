/* The results page: everything found for the query, by parts; filters by group and by first letter,
   with their counts. Query and filters are the page's address, so it can be shared and kept. */
(() => {
  const { lang, other, load, make, makeLink, spokenIn, marked, namesOf } = LemarioFind;

  /** Results that are drawn at a time. */
  const PART = 50;
  /** What stands for first letters that are none, as in the index. */
  const DIGITS = "0–9", SIGNS = "#";

  /**
   * @template {HTMLElement} T
   * @param {string} name of the hook
   * @param {new () => T} kind
   * @returns {T}
   */
  const part = (name, kind) => {
    const found = document.querySelector(`main [data-lm-${name}]`);
    if (!(found instanceof kind)) throw new Error(`no ${name}`);
    return found;
  };

  const form = part("find", HTMLFormElement);
  const field = form.querySelector("input") ?? document.createElement("input");
  const said = part("said", HTMLElement);
  const meant = part("meant", HTMLElement);
  const filters = part("filters", HTMLElement);
  const groupChoice = part("group", HTMLSelectElement);
  const letterChoice = part("letters", HTMLElement);
  const clear = part("clear", HTMLButtonElement);
  const list = part("hits", HTMLElement);
  const more = part("more", HTMLButtonElement);
  const nothing = part("nothing", HTMLElement);
  const idle = part("idle", HTMLElement);
  const recentOffers = part("recent", HTMLElement);
  const suggestedOffers = part("suggested", HTMLElement);
  const title = document.title;

  /** What is asked and chosen; "" chooses all. */
  const asked = { query: "", group: "", letter: "" };
  /** @type {Hit[]} */
  let hits = [];
  /** @type {SearchEngine | undefined} */
  let engine;
  let turn = 0;
  /** How many of the results are drawn, if there are so many. */
  let shown = PART;

  /** The letter of an index that a result stands under. @param {Hit} hit */
  const letterOf = (hit) => {
    const [first = ""] = LemarioSearch.fold(namesOf(hit.entry).here).match(/[\p{L}\p{N}]/u) ?? [];
    if (/\p{N}/u.test(first)) return DIGITS;
    const letter = lang === "en" && first === "ñ" ? "n" : first;
    return /^[a-zñ]$/.test(letter) ? letter.toUpperCase() : SIGNS;
  };

  /** @param {Hit} hit */
  const inGroup = (hit) => !asked.group || hit.entry.group.id === asked.group;
  /** @param {Hit} hit */
  const inLetter = (hit) => !asked.letter || letterOf(hit) === asked.letter;

  /**
   * How many there are of each.
   * @param {Hit[]} counted
   * @param {(hit: Hit) => string} keyOf
   */
  const countBy = (counted, keyOf) => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const hit of counted) counts.set(keyOf(hit), (counts.get(keyOf(hit)) ?? 0) + 1);
    return counts;
  };

  /** @param {string} name @param {number} count @param {string} value */
  const option = (name, count, value) => new Option(LemarioUi.text("js.choice", { name, count }), value);

  /** The groups that have results under the chosen letter. */
  const drawGroups = () => {
    const within = hits.filter(inLetter);
    const counts = countBy(within, (hit) => hit.entry.group.id);
    const choices = (engine?.groups ?? []).filter((group) => counts.has(group.id)).map((group) =>
      option(group[lang], counts.get(group.id) ?? 0, group.id));
    const all = option(LemarioUi.text("js.every_group"), within.length, "");
    groupChoice.replaceChildren(all, ...choices);
    groupChoice.value = asked.group;
  };

  /** @param {string} letter "" for all @param {number} count */
  const letterRadio = (letter, count) => {
    const radio = document.createElement("input");
    radio.type = "radio";
    radio.name = "l";
    radio.value = letter;
    radio.checked = letter === asked.letter;
    const seen = make("span", "num", count.toLocaleString(lang));
    seen.setAttribute("aria-hidden", "true");
    return make("label", "", radio, letter || LemarioUi.text("js.every_letter"), " ", seen,
      make("span", "vh", LemarioUi.text("js.counted", { count })));
  };

  /** The letters that have results in the chosen group. */
  const drawLetters = () => {
    const within = hits.filter(inGroup);
    const counts = [...countBy(within, letterOf)].sort(([a], [b]) => a.localeCompare(b, lang));
    letterChoice.replaceChildren(letterRadio("", within.length),
      ...counts.map(([letter, count]) => letterRadio(letter, count)));
  };

  /** @param {Hit} hit @param {SearchEngine} engine */
  const item = (hit, engine) => {
    const { entry } = hit;
    const { here, there } = namesOf(entry);
    const link = makeLink(LemarioFind.entryAddress(entry), marked(here, asked.query, engine));
    link.addEventListener("click", () => LemarioFind.remember({ id: hit.id }));
    const node = make("li", "", make("h2", "", link));
    if (there) node.append(" ", LemarioFind.foreignName(there, asked.query, engine));
    const told = entry[lang].summary ? lang : other;
    const { summary } = entry[told];
    node.append(spokenIn(make("p", "", marked(summary, asked.query, engine)), told));
    const found = hit.field === "definition" && LemarioMarks.passage(engine, entry, asked.query, lang);
    if (found && found.text !== summary) {
      node.append(spokenIn(make("p", "passage", marked(found.text, asked.query, engine)), found.lang));
    }
    node.append(LemarioFind.whyLine(entry, hit, asked.query, engine));
    return node;
  };

  /** Draws the results from one place on, keeping those before it. @param {number} from */
  const drawHits = (from) => {
    const chosen = hits.filter((hit) => inGroup(hit) && inLetter(hit));
    if (!from) list.replaceChildren();
    if (engine) for (const hit of chosen.slice(from, shown)) list.append(item(hit, engine));
    const left = chosen.length - shown;
    more.hidden = left <= 0;
    more.textContent = LemarioUi.text("js.more", { count: Math.min(PART, left) });
    clear.hidden = !asked.group && !asked.letter;
    const values = { shown: chosen.length, count: hits.length, query: asked.query };
    const counted = LemarioUi.text(clear.hidden ? "js.results" : "js.results_chosen", values);
    said.textContent = left > 0 ? `${counted}${LemarioUi.text("js.results_part", { shown })}` : counted;
  };

  /** The address says what the page shows. */
  const note = () => {
    const parts = Object.entries({ q: asked.query, g: asked.group, l: asked.letter })
      .filter(([, value]) => value).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const address = parts.length ? `?${parts.join("&")}` : location.pathname;
    try { history.replaceState(null, "", address); } catch { /* some file:// settings */ }
  };

  /** Before anything is typed: what was searched for lately, and terms to begin with. */
  const drawOffers = () => {
    const { recent, suggested } = LemarioFind.offers(engine);
    /** @param {HTMLElement} place @param {HTMLAnchorElement[]} links */
    const fill = (place, links) => {
      place.querySelector("ul")?.replaceChildren(...links.map((link) => make("li", "", link)));
      place.hidden = !links.length || Boolean(asked.query);
    };
    /** @param {Entry} entry */
    const entryLink = (entry) => makeLink(LemarioFind.entryAddress(entry), namesOf(entry).here);
    fill(recentOffers, recent.map(({ query, entry }) =>
      (entry ? entryLink(entry) : makeLink(LemarioFind.resultsAddress(query), query))));
    fill(suggestedOffers, suggested.map(entryLink));
  };

  const search = async () => {
    const mine = ++turn;
    const { query } = asked;
    document.title = query ? LemarioUi.text("js.title", { query, title }) : title;
    let failed = false;
    try { engine = await load(); } catch { failed = true; }
    if (mine !== turn) return;
    const answer = query && engine ? engine.search(query, { limit: Infinity, lang }) : undefined;
    hits = answer ?? [];
    // An address may choose what this query does not find.
    if (!hits.some(inGroup)) asked.group = "";
    if (!hits.some((hit) => inGroup(hit) && inLetter(hit))) asked.letter = "";
    shown = PART;
    drawGroups();
    drawLetters();
    drawHits(0);
    drawOffers();
    meant.replaceChildren(...(answer?.meant ? LemarioFind.meantLine(answer.meant) : []));
    meant.hidden = !answer?.meant;
    filters.hidden = list.hidden = !hits.length;
    nothing.hidden = !query || failed || hits.length > 0;
    idle.hidden = hits.length > 0;
    if (!hits.length) {
      const key = !query ? "js.ask" : failed ? "js.failed" : "js.none";
      said.textContent = LemarioUi.text(key, { query });
    }
  };

  const choose = () => {
    shown = PART;
    drawHits(0);
    note();
  };

  // A new query begins without filters: what they would leave of it cannot be foreseen.
  field.addEventListener("input", () => {
    Object.assign(asked, { query: field.value.trim(), group: "", letter: "" });
    note();
    void search();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    LemarioFind.remember({ query: asked.query });
    void search();
  });
  // The choice that changes is not drawn anew, or it would lose the focus.
  groupChoice.addEventListener("change", () => {
    asked.group = groupChoice.value;
    drawLetters();
    choose();
  });
  letterChoice.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    asked.letter = target.value;
    drawGroups();
    choose();
  });
  clear.addEventListener("click", () => {
    asked.group = asked.letter = "";
    drawGroups();
    drawLetters();
    groupChoice.focus();
    choose();
  });
  more.addEventListener("click", () => {
    const from = shown;
    shown += PART;
    drawHits(from);
    list.children[from]?.querySelector("a")?.focus();
  });
  part("forget", HTMLButtonElement).addEventListener("click", () => {
    LemarioFind.forget();
    drawOffers();
    field.focus();
  });

  // The arrows go from the field through the results and back.
  for (const place of [form, list]) {
    place.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (!step || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      const stops = [field, ...list.querySelectorAll("a")];
      const at = stops.findIndex((stop) => stop === document.activeElement);
      const next = at < 0 ? undefined : stops[at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
  }

  const address = new URLSearchParams(location.search);
  field.value = address.get("q") ?? field.value;
  Object.assign(asked, {
    query: field.value.trim(), group: address.get("g") ?? "", letter: address.get("l") ?? "" });
  void search();
  // On a phone the keyboard would cover results that were asked for.
  if (!field.value || matchMedia("(hover: hover)").matches) field.focus();
})();
