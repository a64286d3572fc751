/** Lemario's own engine: all that this benchmark knows of it is here and in payload.py. */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

import { readText } from "../engine.mjs";

const path = (/** @type {string} */ relative) =>
  fileURLToPath(new URL(relative, import.meta.url));

/** What payload.py writes. @param {string} what @param {string} [input] */
const made = (what, input = "") =>
  execFileSync(process.env.PYTHON ?? "python3", [path("../payload.py"), what], {
    input,
    env: { ...process.env, PYTHONPATH: path("../../../src") },
    maxBuffer: 2 ** 30,
  });

const source = made("engine").toString();
/** A classic script, whose constants are global: run as the page runs it. */
vm.runInThisContext(source);

export const name = "Lemario";
export const library = { made: ["search.js"] };

/** @param {import("../corpus.mjs").Term[]} terms */
export const prepare = (terms) => new Map([
  ["search.js", source],
  ["search-data.js", made("data", JSON.stringify(terms))],
]);

/** @param {import("../engine.mjs").Files} files */
export const open = (files) => {
  vm.runInThisContext(readText(files, "search-data.js"));
  const engine = vm.runInThisContext("LemarioSearch.create(LemarioData)");
  return (/** @type {string} */ query) => (
    engine.search(query, { limit: 10, lang: "es" }).map((/** @type {any} */ { id }) => id));
};
