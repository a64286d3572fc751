/**
 * Compares Lemario's search with seven libraries: how often a right term comes first, and what that
 * costs. Every engine is measured in processes of its own, one after the other. See ../README.md.
 *
 *     node benchmarks/search/run.mjs [--sizes 188,10000] [--engines lemario,lunr] [--repeat 5]
 *       [--every 1] [--misses]
 *
 * `--repeat` is for the CPU, of which the median is taken; `--every 10` times every tenth keystroke
 * only; `--misses` prints the queries whose first answer is wrong. Python, which makes the payload
 * of Lemario, is `python3` or what the variable PYTHON says.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { labelledQueries, labelledTerms, termsOf } from "./corpus.mjs";
import { ENGINES, engine, filesOf } from "./engine.mjs";
import { dataBytes, libraryBytes } from "./sizes.mjs";
import { costTable, qualityTable } from "./tables.mjs";
import { squeeze } from "./text.mjs";

const { values } = parseArgs({ options: {
  sizes: { type: "string", default: "188,10000" },
  engines: { type: "string", default: ENGINES.join() },
  repeat: { type: "string", default: "5" },
  every: { type: "string", default: "1" },
  misses: { type: "boolean", default: false },
} });
const queries = labelledQueries();

/** @param {string[]} options @returns {any} What a process of its own says. */
const measure = (...options) => {
  const script = fileURLToPath(new URL("measure.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script, ...options],
    { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "inherit"] });
  if (status) throw new Error(`measure.mjs ${options.join(" ")} exited with ${status}`);
  return JSON.parse(stdout);
};

/** The median CPU to a first answer, of queries of several kinds. @param {string} id
 * @param {string} folder */
const measureFirst = (id, folder) => {
  const asked = queries.filter(({ expect }) => expect.length);
  const repeat = Number(values.repeat);
  const runs = Array.from({ length: repeat }, (_, at) => (
    measure("first", id, folder, asked[Math.floor((at + 0.5) * asked.length / repeat)].q)));
  runs.sort((a, b) => a.cpu - b.cpu);
  return runs[Math.floor(runs.length / 2)];
};

/** @param {string} name @param {string[][]} answers By query. */
const score = (name, answers) => {
  /** @type {Record<string, import("./tables.mjs").Counts>} */
  const kinds = {};
  const nonsense = { asked: 0, answered: 0 };
  queries.forEach(({ q, kind, expect }, at) => {
    const got = answers[at];
    if (!expect.length) {
      nonsense.asked += 1;
      nonsense.answered += Number(got.length > 0);
      return;
    }
    const counts = (kinds[kind] ??= { asked: 0, first: 0, five: 0 });
    const first = expect.includes(got[0]);
    counts.asked += 1;
    counts.first += Number(first);
    counts.five += Number(got.some((id) => expect.includes(id)));
    if (values.misses && !first) {
      console.error(`${name}: ${kind}: ${JSON.stringify(q)} gave ${got.join(", ") || "nothing"}`
        + ` instead of ${expect.join(" or ")}`);
    }
  });
  return { kinds, nonsense };
};

/** Names that were found first; two terms may share one. @param {{name: string, first: string}[]}
 * named */
const scoreNames = (named) => {
  const names = new Map(labelledTerms().map(({ id, es, en }) => [id, [es, en].map(squeeze)]));
  const right = named.filter(({ name, first }) => names.get(first)?.includes(squeeze(name)));
  return { asked: named.length, first: right.length };
};

/** @param {string} id @param {import("./corpus.mjs").Term[]} terms
 * @returns {Promise<import("./tables.mjs").Result>} */
const resultOf = async (id, terms) => {
  const measured = await engine(id);
  const files = await filesOf(measured, terms);
  const folder = mkdtempSync(join(tmpdir(), "lemario-search-"));
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const { cpu, fetched } = measureFirst(id, folder);
    const { name, library } = measured;
    const cost = {
      name,
      cpu,
      library: await libraryBytes(library, files),
      data: dataBytes(library, files),
      fetched: fetched && dataBytes(library, files, fetched),
    };
    if (measured.costOnly) return cost;
    const { labelled, named, keystroke } = measure("answers", id, folder, values.every);
    return { ...cost, ...score(name, labelled), names: scoreNames(named), keystroke };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** What was compared, and on what. */
const versions = () => {
  const { dependencies } = JSON.parse(
    readFileSync(new URL("package.json", import.meta.url), "utf8"));
  const listed = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  return `Node ${process.version}, ${cpus().length} × ${cpus()[0].model}; ${listed.join(", ")}.`;
};

console.log(versions());
for (const size of values.sizes.split(",").map(Number)) {
  const terms = termsOf(size);
  const results = [];
  for (const id of values.engines.split(",")) {
    console.error(`${size} terms: ${id}`);
    results.push(await resultOf(id, terms));
  }
  console.log(`\n### ${terms.length} terms\n\n${qualityTable(results)}\n\n${costTable(results)}`);
}
