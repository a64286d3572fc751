/** MiniSearch with an index that is made with the site, not in the page. */

import MiniSearch from "minisearch";

import { readText } from "../engine.mjs";
import { readShown, shownFile } from "../shown.mjs";
import { fieldsOf } from "../text.mjs";
import { OPTIONS, library, searcher } from "./minisearch.mjs";

export { library };
export const name = "MiniSearch, index made beforehand";
export const costOnly = true;

/** @param {import("../corpus.mjs").Term[]} terms */
export const prepare = (terms) => {
  const index = new MiniSearch(OPTIONS);
  index.addAll(terms.map(fieldsOf));
  return new Map([["index.json", Buffer.from(JSON.stringify(index))], shownFile(terms)]);
};

/** @param {import("../engine.mjs").Files} files */
export const open = (files) => {
  readShown(files);
  return searcher(MiniSearch.loadJSON(readText(files, "index.json"), OPTIONS));
};
