/* The preview's part in a page: reloads it when the site has changed, puts new style sheets in place
   of old ones, shows what keeps a build from succeeding. Served by `lemario serve`, never built
   into a site. */
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;

  /** @typedef {{pages: string, styles: string, problems: string}} State */

  const { pages = "", styles = "" } = script.dataset;
  const shown = { pages, styles, problems: "" };
  /** @type {EventSource | null} */
  let source = null;
  /** @type {HTMLElement | null} */
  let panel = null;

  /**
   * Loads each style sheet of the site anew; the old one goes when the new one is there.
   * @param {string} mark makes an address that the browser has not seen
   */
  const swapStyles = (mark) => {
    for (const late of document.querySelectorAll("link[data-preview-loading]")) late.remove();
    /** @type {NodeListOf<HTMLLinkElement>} */
    const links = document.querySelectorAll("link[rel~=stylesheet][href]");
    for (const link of links) {
      const address = new URL(link.href);
      if (address.origin !== location.origin) continue;
      address.searchParams.set("preview", mark);
      const fresh = document.createElement("link");
      for (const { name, value } of link.attributes) fresh.setAttribute(name, value);
      fresh.href = address.href;
      fresh.dataset.previewLoading = "";
      fresh.addEventListener("load", () => {
        delete fresh.dataset.previewLoading;
        link.remove();
      });
      fresh.addEventListener("error", () => fresh.remove());
      link.after(fresh);
    }
  };

  /**
   * Shows the problems over the page, or takes them away if there are none.
   * @param {string} problems
   */
  const showProblems = (problems) => {
    panel?.remove();
    panel = null;
    if (!problems) return;
    panel = document.createElement("lemario-problems");
    panel.lang = "en";
    panel.setAttribute("role", "region");
    panel.setAttribute("aria-label", "Build problems");
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = new URL("client.css", script.src).href;
    const header = document.createElement("header");
    const said = document.createElement("div");
    said.setAttribute("role", "alert");
    const title = document.createElement("h2");
    title.textContent = "The build failed: this is the last good site";
    said.append(title);
    const hide = document.createElement("button");
    hide.type = "button";
    hide.textContent = "Hide";
    hide.addEventListener("click", () => panel?.remove());
    header.append(said, hide);
    const text = document.createElement("pre");
    text.tabIndex = 0;
    text.textContent = problems;
    panel.attachShadow({ mode: "open" }).append(sheet, header, text);
    document.documentElement.append(panel);
  };

  /** @param {State} state */
  const update = (state) => {
    if (state.pages !== shown.pages) {
      location.reload();
      return;
    }
    if (state.styles !== shown.styles) swapStyles(state.styles);
    if (state.problems !== shown.problems) showProblems(state.problems);
    Object.assign(shown, state);
  };

  const connect = () => {
    if (source || document.visibilityState !== "visible") return;
    source = new EventSource(new URL("events", script.src));
    source.addEventListener("message", (event) => update(JSON.parse(event.data)));
  };

  const disconnect = () => {
    source?.close();
    source = null;
  };

  /* A browser has few connections for one host: pages out of sight leave theirs to the others, and
     catch up when they are looked at again. */
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") connect();
    else disconnect();
  });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);
  connect();
})();
