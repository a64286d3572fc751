// Leads the system's Firefox through the search of a site on disk and prints what it saw, as JSON.
// Standard input says where to go, with addresses of pages below that of the site:
// { firefox, site, fields: [{ page, queries }], pages: [{ page, query }] }.
// Judging is left to test_firefox.py.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const { firefox, site, fields, pages } = JSON.parse(readFileSync(0, "utf8"));
const PATIENCE = 15_000;

// Leaving ends the browser, too.
setTimeout(() => {
  console.error("Firefox has not finished in 90 seconds");
  process.exit(1);
}, 90_000).unref();

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  defaultViewport: { width: 1280, height: 800 },
  protocolTimeout: PATIENCE,
});

/** A tab, whose faults come to be in the list. */
const open = async (faults) => {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(PATIENCE);
  tab.on("console", (message) => {
    if (["error", "warn", "assert"].includes(message.type())) {
      faults.push(`console ${message.type()}: ${message.text()}`);
    }
  });
  tab.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  tab.on("request", (request) => {
    if (!request.url().startsWith(site) && !/^(data|about):/.test(request.url())) {
      faults.push(`request to elsewhere: ${request.url()}`);
    }
  });
  await tab.evaluateOnNewDocument(() => {
    addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  return tab;
};

/** What the panel under the search field shows. */
const panelOf = (tab) => tab.evaluate(() => {
  const field = document.querySelector("[role=combobox]");
  const options = [...document.querySelectorAll("[role=listbox] [role=option]")];
  return {
    typed: field.value,
    focused: document.activeElement === field,
    expanded: field.getAttribute("aria-expanded"),
    active: field.getAttribute("aria-activedescendant"),
    selected: options.filter((it) => it.ariaSelected === "true").map((it) => it.id),
    status: document.querySelector("[data-lm-panel] [role=status]").innerText,
    options: options.map((it) => ({
      id: it.id, href: it.href, all: it.matches(".all"), seen: it.checkVisibility(),
      marks: [...it.querySelectorAll("b mark")].map((mark) => mark.innerText),
    })),
  };
});

/** What the results page shows. */
const resultsOf = async (tab) => {
  await tab.waitForSelector("[data-lm-hits] > li");
  return tab.evaluate(() => {
    const seen = (hook) => {
      const found = document.querySelector(`main [data-lm-${hook}]`);
      return found.checkVisibility() ? found.innerText : "";
    };
    return {
      url: location.href,
      title: document.title,
      typed: document.querySelector("main input[type=search]").value,
      status: seen("said"),
      meant: seen("meant"),
      more: seen("more"),
      groups: [...document.querySelectorAll("[data-lm-group] option")]
        .map((it) => ({ value: it.value, text: it.text })),
      hits: [...document.querySelectorAll("[data-lm-hits] > li")].map((it) => ({
        href: it.querySelector("h2 a").href,
        marks: [...it.querySelectorAll("h2 mark")].map((mark) => mark.innerText),
      })),
    };
  });
};

/** Types over what the field holds. What was found before is gone then, and offers come in groups. */
const type = async (tab, query) => {
  await tab.$eval("[role=combobox]", (field) => { field.focus(); field.select(); });
  await tab.keyboard.press("Backspace");
  await tab.keyboard.type(query);
  await tab.waitForSelector("[role=listbox] > [role=option]");
};

/** Presses Enter where that opens another page. */
const enter = (tab, options = {}) =>
  Promise.all([tab.waitForNavigation(options), tab.keyboard.press("Enter")]);

const throughField = async (tab, { page, queries }) => {
  await tab.goto(`${site}${page}`);
  const found = [];
  for (const query of queries) {
    await type(tab, query);
    found.push(await panelOf(tab));
  }
  const keys = {};
  for (const [name, key] of [
    ["first", "ArrowDown"], ["second", "ArrowDown"], ["again", "ArrowUp"], ["text", "ArrowUp"],
    ["last", "ArrowUp"], ["caret", "Home"], ["closed", "Escape"],
  ]) {
    await tab.keyboard.press(key);
    keys[name] = await panelOf(tab);
  }
  await type(tab, queries[0]);
  await tab.keyboard.press("ArrowDown");
  await enter(tab);
  return { found, keys, chosen: tab.url() };
};

/** Enter with no option active sends the form. What keeps it from that is told apart. */
const throughForm = async ({ page, queries }) => {
  const faults = [];
  const tab = await open(faults);
  await tab.goto(`${site}${page}`);
  await type(tab, queries.at(-1));
  const sent = await enter(tab, { timeout: 5_000 }).then(() => true, () => false);
  const results = sent ? await resultsOf(tab) : null;
  await tab.close();
  return { faults, results };
};

const throughResults = async (tab, { page, query }) => {
  await tab.goto(`${site}${page}?q=${encodeURIComponent(query)}`);
  const results = await resultsOf(tab);
  await tab.select("[data-lm-group]", results.groups[1].value);
  return { results, narrowed: await resultsOf(tab) };
};

/** What a page may not do, to see that it is kept from it, and that this is noticed. */
const misbehave = async (tab, faults) => {
  await tab.goto(`${site}index.html`);
  const before = [...faults];
  const ran = await tab.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.lemarioMisbehaved = true";
    document.head.append(script);
    setTimeout(() => { throw new Error("on purpose"); });
    return "lemarioMisbehaved" in window;
  });
  const deadline = Date.now() + PATIENCE;
  while (faults.length < 2 && Date.now() < deadline) {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  return { before, ran, after: faults };
};

const faults = [];
try {
  const tab = await open(faults);
  const seen = { version: await browser.version(), fields: [], forms: [], pages: [] };
  for (const one of fields) seen.fields.push(await throughField(tab, one));
  for (const one of fields) seen.forms.push(await throughForm(one));
  for (const one of pages) seen.pages.push(await throughResults(tab, one));
  await tab.close();
  const provoked = [];
  seen.misbehaved = await misbehave(await open(provoked), provoked);
  process.stdout.write(JSON.stringify({ ...seen, faults }));
} catch (error) {
  console.error([error.stack, ...faults].join("\n"));
  process.exitCode = 1;
} finally {
  await browser.close();
}
