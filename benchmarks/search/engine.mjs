/**
 * What an adapter in `engines/` exports.
 *
 * @typedef {object} Library What a page loads beside the data.
 * @property {string} [package]
 * @property {string[]} [files] The minified files that the package ships, within node_modules.
 * @property {string[]} [used] If it ships none: the exports that are bundled and minified.
 * @property {string[]} [made] The files that it makes together with the data.
 * @property {string} [source] A script that is loaded without its comments.
 *
 * @typedef {Map<string, Uint8Array>} Files What a page would load beside the library, by name.
 *
 * @typedef {(query: string) => string[] | Promise<string[]>} Search At most ten ids, best first.
 *
 * @typedef {object} Engine
 * @property {string} name As the tables say it.
 * @property {Library} library
 * @property {boolean} [costOnly] It answers as another engine does: only what it costs is measured.
 * @property {(terms: import("./corpus.mjs").Term[]) => Files | Promise<Files>} [prepare] What the
 *   site's build makes; by default the terms as JSON, which the page indexes.
 * @property {(files: Files) => void | Promise<void>} [load] Loads a library that is made with the
 *   files; before the clock starts, as with the libraries that are imported.
 * @property {(files: Files) => Search | Promise<Search>} open Reads the files, ready to search.
 * @property {() => string[]} [fetched] The files used so far, if not all are loaded at once.
 */

/** In the order of the tables. */
export const ENGINES = [
  "lemario", "minisearch", "ufuzzy", "lunr", "fuse", "orama", "flexsearch", "pagefind",
  "minisearch_prebuilt", "lunr_prebuilt",
];

/** @param {string} id @returns {Promise<Engine>} */
export const engine = (id) => import(`./engines/${id}.mjs`);

/** @param {Engine} engine @param {import("./corpus.mjs").Term[]} terms @returns {Promise<Files>} */
export const filesOf = async ({ prepare }, terms) => (
  prepare ? prepare(terms) : new Map([["terms.json", Buffer.from(JSON.stringify(terms))]]));

/** @param {Files} files @param {string} name */
export const readText = (files, name) => new TextDecoder().decode(files.get(name));

/** @param {Files} files @returns {import("./corpus.mjs").Term[]} */
export const readTerms = (files) => JSON.parse(readText(files, "terms.json"));
