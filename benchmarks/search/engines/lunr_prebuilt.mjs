/** lunr with an index that is made with the site, not in the page. */

import { createRequire } from "node:module";

import { readText } from "../engine.mjs";
import { readShown, shownFile } from "../shown.mjs";
import { build, library, searcher } from "./lunr.mjs";

const lunr = createRequire(import.meta.url)("lunr");

export { library };
export const name = "lunr, index made beforehand";
export const costOnly = true;

/** @param {import("../corpus.mjs").Term[]} terms */
export const prepare = (terms) => (
  new Map([["index.json", Buffer.from(JSON.stringify(build(terms)))], shownFile(terms)]));

/** @param {import("../engine.mjs").Files} files */
export const open = (files) => {
  readShown(files);
  return searcher(lunr.Index.load(JSON.parse(readText(files, "index.json"))));
};
