/** What a page shows of a result, for indexes that are made beforehand and hold no terms. */

import { readText } from "./engine.mjs";

/** @param {import("./corpus.mjs").Term[]} terms @returns {[string, Buffer]} A file. */
export const shownFile = (terms) => (
  ["shown.json", Buffer.from(JSON.stringify(terms.map(({ id, es, en }) => [id, es, en])))]);

/** @param {import("./engine.mjs").Files} files */
export const readShown = (files) => JSON.parse(readText(files, "shown.json"));
