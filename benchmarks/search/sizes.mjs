/** Bytes as they are transferred: with brotli, each file by itself. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { build, transform } from "esbuild";

/** @param {Iterable<string | Uint8Array>} parts */
const brotli = (parts) => [...parts]
  .reduce((sum, part) => sum + brotliCompressSync(part).length, 0);

/** @param {import("./engine.mjs").Files} files @param {string[]} names */
const pick = (files, names) => names.map((name) => files.get(name) ?? "");

/**
 * What the data of an engine need, without what counts as its library.
 * @param {import("./engine.mjs").Library} library
 * @param {import("./engine.mjs").Files} files
 * @param {string[]} [names] Only these.
 */
export const dataBytes = (library, files, names = [...files.keys()]) => (
  brotli(pick(files, names.filter((name) => !library.made?.includes(name)))));

/**
 * What a page loads of an engine beside the data.
 * @param {import("./engine.mjs").Library} library
 * @param {import("./engine.mjs").Files} files
 */
export const libraryBytes = async (library, files) => {
  if (library.made) return brotli(pick(files, library.made));
  if (library.source) return brotli([(await transform(library.source)).code]);
  if (library.files) {
    return brotli(library.files.map((file) => (
      readFileSync(new URL(`node_modules/${file}`, import.meta.url)))));
  }
  const { outputFiles } = await build({
    stdin: { contents: `export { ${library.used} } from "${library.package}"`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true, minify: true, format: "esm", platform: "browser", write: false,
    logLevel: "error",
  });
  return brotli(outputFiles.map(({ contents }) => contents));
};
