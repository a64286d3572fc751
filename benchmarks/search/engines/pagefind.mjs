/**
 * Pagefind: its index is built with the site, and its program and parts of the index are fetched
 * when a query needs them; here from memory. It wants every word of the query, so that the words
 * are asked for one by one when they are not found together.
 */

import { Ballot } from "../ballot.mjs";
import { readText } from "../engine.mjs";
import { readQuery, squeeze } from "../text.mjs";

export const name = "Pagefind";
export const library = { package: "pagefind", made: ["pagefind.js", "wasm.es.pagefind"] };

/** Its own interface, and the program for languages that it does not know. */
const UNUSED = /^pagefind-.*(ui|highlight|worker)|^wasm\.unknown/;

/** @param {string} text */
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** @param {import("../corpus.mjs").Term} term */
const pageOf = ({ es, en, aliases, def_es }) => {
  const names = [es, en].flatMap((text) => [text, squeeze(text)]).map(escape);
  const others = aliases.flatMap((text) => [text, squeeze(text)]).map(escape);
  return `<!doctype html><html lang="es"><body data-pagefind-body><h1>${escape(es)}</h1>`
    + `<p data-pagefind-weight="10">${names.join(". ")}</p>`
    + `<p data-pagefind-weight="6">${others.join(". ")}</p>`
    + `<p data-pagefind-weight="0.5">${escape(def_es)}</p></body></html>`;
};

/** @param {import("../corpus.mjs").Term[]} terms */
export const prepare = async (terms) => {
  const { createIndex, close } = await import("pagefind");
  const { index } = await createIndex({ forceLanguage: "es", includeCharacters: "+#" });
  if (!index) throw new Error("Pagefind made no index");
  for (const term of terms) {
    await index.addHTMLFile({ url: `/${term.id}`, content: pageOf(term) });
  }
  const { files } = await index.getFiles();
  await close();
  return new Map(files.filter(({ path }) => !UNUSED.test(path))
    .map(({ path, content }) => [path, content]));
};

const BASE = "http://memory.invalid/";
/** @type {any} */
let pagefind;

const used = new Set(library.made);
export const fetched = () => [...used];

/** @param {import("../engine.mjs").Files} files */
export const load = async (files) => {
  globalThis.fetch = async (url) => {
    const file = new URL(String(url), BASE).pathname.slice(1);
    used.add(file);
    return new Response(files.get(file));
  };
  // It asks the page for its language and nothing else.
  Object.assign(globalThis, { document: { currentScript: null,
    querySelector: () => ({ getAttribute: () => "es" }) } });
  const program = Buffer.from(readText(files, "pagefind.js")).toString("base64");
  pagefind = await import(`data:text/javascript;base64,${program}`);
};

export const open = async () => {
  const instance = pagefind.createInstance({ basePath: BASE, ranking: { termSimilarity: 5 } });
  await instance.init();
  /** @param {string} text @returns {Promise<any[]>} */
  const ask = async (text) => (await instance.search(text))?.results ?? [];

  return async (/** @type {string} */ query) => {
    const { words, pieces } = readQuery(query);
    if (!words.length) return [];
    const ballot = new Ballot();
    /** @type {Map<string, any>} */
    const pages = new Map();
    const count = (/** @type {any[]} */ found, /** @type {number} */ worth) => {
      for (const page of found) {
        pages.set(page.id, page);
        ballot.add(page.id, page.score * worth / (found[0].score || 1));
      }
    };
    count(await ask(words.map(({ word }) => word).join(" ")), 3);
    for (const piece of pieces) count(await ask(piece), 2);
    if (!pages.size) for (const { word } of words) count(await ask(word), 1);
    const shown = ballot.winners().map((id) => pages.get(id).data());
    return (await Promise.all(shown)).map(({ url }) => url.slice(1));
  };
};
