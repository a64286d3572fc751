/* The index: filter with its count said, and the current letter marked in the thumb index. */
(() => {
  const form = document.querySelector("[data-lm-filter]");
  const field = form?.querySelector("input");
  const choice = form?.querySelector("select");
  const said = form?.querySelector("[data-lm-said]");
  const empty = document.querySelector("[data-lm-empty]");
  const band = document.querySelector("[data-lm-thumbs] ol");
  if (!form || !field || !choice || !said || !(empty instanceof HTMLElement) || !band) return;

  const entries = [...document.querySelectorAll("[data-lm-category]")]
    .filter((node) => node instanceof HTMLElement)
    .map((node) => ({
      node,
      category: node.dataset.lmCategory,
      words: LemarioSearch.fold(
        [...node.querySelectorAll("dfn, i[lang], p:not(.tag)")].map((part) => part.textContent).join(" ")
          + ` ${node.dataset.lmAlso}`),
    }));
  const letters = [...document.querySelectorAll("[data-lm-letter]")]
    .filter((node) => node instanceof HTMLElement);
  const tabs = new Map([...band.querySelectorAll("a")].map((tab) => [decodeURIComponent(tab.hash.slice(1)), tab]));

  const filter = () => {
    const words = LemarioSearch.fold(field.value).split(" ").filter(Boolean);
    let shown = 0;
    for (const entry of entries) {
      const fits = words.every((word) => entry.words.includes(word))
        && (!choice.value || entry.category === choice.value);
      entry.node.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    for (const letter of letters) {
      letter.hidden = !letter.querySelector("[data-lm-category]:not([hidden])");
      const tab = tabs.get(letter.id);
      if (letter.hidden) tab?.setAttribute("aria-disabled", "true");
      else tab?.removeAttribute("aria-disabled");
    }
    empty.hidden = shown > 0;
    said.textContent = LemarioUi.text("js.filtered", { shown, count: entries.length });
  };

  /** The filter is part of the address, so that it can be shared and survives the Back button. */
  const remember = () => {
    const asked = new URLSearchParams();
    if (field.value) asked.set("text", field.value);
    if (choice.value) asked.set("category", choice.value);
    const query = asked.toString();
    try { history.replaceState(null, "", (query ? `?${query}` : location.pathname) + location.hash); } catch { /* some file:// settings */ }
  };

  const asked = new URLSearchParams(location.search);
  field.value = asked.get("text") ?? field.value;
  choice.value = asked.get("category") ?? choice.value;
  form.addEventListener("input", () => { filter(); remember(); });
  filter();

  /** @param {string} id of the section that the reader is in */
  const mark = (id) => {
    for (const [letter, tab] of tabs) {
      if (letter !== id) tab.removeAttribute("aria-current");
      else {
        tab.setAttribute("aria-current", "true");
        if (band.scrollWidth > band.clientWidth) band.scrollLeft = tab.offsetLeft - band.clientWidth / 2;
      }
    }
  };
  const seen = new IntersectionObserver((records) => {
    for (const record of records) if (record.isIntersecting) mark(record.target.id);
  }, { rootMargin: "-12% 0px -80%" });
  for (const letter of letters) seen.observe(letter);
})();
