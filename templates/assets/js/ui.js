/// <reference path="../../globals.d.ts" />
/* Behaviour shared by every page: theme, hover cards, copying. Hooks are data-lm-* attributes,
   never classes. Defines LemarioUi, which the page's other scripts use. */
const LemarioUi = (() => {
  const root = document.documentElement;
  const plurals = new Intl.PluralRules(root.lang);

  /**
   * A text of the interface, its placeholders filled in.
   * @param {string} key
   * @param {Record<string, string | number>} [values] a number called `count` chooses the plural
   * @returns {string}
   */
  const text = (key, values = {}) => {
    const entry = LemarioStrings[key] ?? key;
    const form = typeof entry === "string" ? entry
      : entry[plurals.select(Number(values.count))] ?? entry.other ?? key;
    return form.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      return value === undefined ? whole : value.toLocaleString(root.lang);
    });
  };

  /**
   * The address of a page of this language.
   * @param {"term" | "index"} kind
   * @param {string} [id] of a term
   * @returns {string}
   */
  const address = (kind, id = "") => {
    const english = root.lang === "en";
    const folder = english ? "en/" : "";
    const file = kind === "index" ? (english ? "index-a-z" : "indice") : `${english ? "terms" : "terminos"}/${id}`;
    return `${root.dataset.lmRoot}${folder}${file}.html`;
  };

  /**
   * What the reader chose and the browser keeps; null where nothing is kept or storage is refused.
   * @param {string} name
   * @returns {string | null}
   */
  const recall = (name) => {
    try { return localStorage.getItem(`lemario:${name}`); } catch { return null; }
  };

  /**
   * Keeps a choice of the reader, where the browser allows it.
   * @param {string} name
   * @param {string} value
   */
  const keep = (name, value) => {
    try { localStorage.setItem(`lemario:${name}`, value); } catch { /* not kept */ }
  };

  for (const button of document.querySelectorAll("[data-lm-theme]")) {
    button.addEventListener("click", () => {
      const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
      root.dataset.theme = next;
      keep("theme", next);
    });
  }

  /* Hover cards. Mouse: after a pause, and the card itself may be hovered. Keyboard: on focus.
     Touch: the first tap shows the card as a sheet, the second follows the link. Esc is the
     popover's own. */
  const PAUSE = 350;
  const EDGE = 16;
  let timer = 0;

  /**
   * Puts a card under its link, or above it where there is no room below.
   * @param {HTMLElement} card
   * @param {Element} link
   */
  const place = (card, link) => {
    const box = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const below = box.bottom + 8;
    const fits = below + card.offsetHeight < innerHeight;
    card.style.left = `${Math.max(EDGE, Math.min(box.left, innerWidth - card.offsetWidth - EDGE))}px`;
    card.style.top = `${fits ? below : Math.max(8, box.top - card.offsetHeight - 8)}px`;
  };

  /** @param {HTMLElement} card @returns {boolean} */
  const isOpen = (card) => card.matches(":popover-open");

  /** @param {HTMLElement} card */
  const hide = (card) => { if (isOpen(card)) card.hidePopover(); };

  /**
   * @param {HTMLElement} card
   * @param {HTMLElement} link
   * @param {boolean} asSheet
   */
  const show = (card, link, asSheet) => {
    clearTimeout(timer);
    if (isOpen(card) || !link.isConnected) return;
    card.toggleAttribute("data-lm-sheet", asSheet);
    card.style.left = card.style.top = "";
    // The link as source puts the card right after it in the order of the Tab key.
    card.showPopover({ source: link });
    if (!asSheet) place(card, link);
  };

  /** @param {() => void} action */
  const later = (action) => { clearTimeout(timer); timer = setTimeout(action, PAUSE); };

  /**
   * @param {HTMLElement} link
   * @param {HTMLElement} card
   */
  const attach = (link, card) => {
    let touched = false;
    link.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
    link.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") later(() => show(card, link, false));
    });
    link.addEventListener("focus", (event) => {
      // Closed by Esc, a card gives the focus back: that is no wish to open it again.
      const returned = event.relatedTarget instanceof Node && card.contains(event.relatedTarget);
      if (!returned && !touched && link.matches(":focus-visible")) show(card, link, false);
    });
    link.addEventListener("click", (event) => {
      if (!touched || isOpen(card)) return;
      event.preventDefault();
      show(card, link, true);
    });
    link.addEventListener("keydown", () => { touched = false; });
    card.addEventListener("pointerenter", () => clearTimeout(timer));
    for (const part of [link, card]) {
      part.addEventListener("pointerleave", (event) => {
        if (event.pointerType === "mouse") later(() => hide(card));
      });
      // Not at once: hiding what still has the focus would move it back.
      part.addEventListener("focusout", () => setTimeout(() => {
        const now = document.activeElement;
        if (now !== document.body && now !== link && !card.contains(now)) hide(card);
      }));
    }
  };

  for (const link of document.querySelectorAll("a[data-lm-card]")) {
    if (!(link instanceof HTMLElement)) continue;
    const card = document.getElementById(link.dataset.lmCard ?? "");
    if (card && "showPopover" in card) attach(link, card);
  }

  // A card is fixed to the window: scrolled away from its link it would be in the way.
  addEventListener("scroll", () => {
    for (const card of document.querySelectorAll("[popover]:popover-open:not([data-lm-sheet])")) {
      if (card instanceof HTMLElement && card.id !== "lm-menu") card.hidePopover();
    }
  }, { passive: true });

  const cite = document.getElementById("lm-cite");
  const citing = document.querySelector('[popovertarget="lm-cite"]');
  if (cite && citing) cite.addEventListener("toggle", () => { if (isOpen(cite)) place(cite, citing); });

  /**
   * Copies a text and says so on the button for two seconds.
   * @param {string} copied
   * @param {HTMLElement} button
   */
  const copy = async (copied, button) => {
    const label = button.dataset.lmLabel ?? button.textContent ?? "";
    button.dataset.lmLabel = label;
    try {
      await navigator.clipboard.writeText(copied);
      button.textContent = text("js.copied");
    } catch {
      button.textContent = text("js.not_copied");
    }
    const status = document.querySelector("[data-lm-copied]");
    if (status) status.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = label;
      if (status) status.textContent = "";
    }, 2000);
  };
  for (const button of document.querySelectorAll("[data-lm-share], [data-lm-copy]")) {
    if (!(button instanceof HTMLElement)) continue;
    button.addEventListener("click", () => {
      const quote = document.querySelector("[data-lm-quote]")?.textContent ?? "";
      const here = location.href.replace(/#.*$/, "");
      void copy(button.hasAttribute("data-lm-copy") ? quote.trim().replace(/\s+/g, " ") : here, button);
    });
  }

  return { text, address, recall, keep };
})();
