/**
 * Measures one engine in a process of its own and prints what it found as JSON.
 *
 *     node measure.mjs first ENGINE FOLDER QUERY  CPU to the first answer
 *     node measure.mjs answers ENGINE FOLDER N   answers, and the time of every Nth keystroke
 */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

import { labelledQueries, labelledTerms } from "./corpus.mjs";
import { engine } from "./engine.mjs";

/** @param {string} folder @returns {import("./engine.mjs").Files} */
const readFiles = (folder) => new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => [path.slice(folder.length + 1), readFileSync(path)]));

/** Every beginning of every query, in the order of typing, each once. @returns {string[]} */
const keystrokes = () => [...new Set(labelledQueries().flatMap(({ q }) => (
  Array.from(q, (_, at) => q.slice(0, at + 1)))))];

const [what, id, folder, option] = process.argv.slice(2);
const measured = await engine(id);
const files = readFiles(folder);
await measured.load?.(files);

const first = async () => {
  const before = process.cpuUsage();
  const search = await measured.open(files);
  await search(option);
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, fetched: measured.fetched?.() };
};

const answers = async () => {
  const search = await measured.open(files);
  const labelled = [];
  for (const { q } of labelledQueries()) labelled.push((await search(q)).slice(0, 5));
  const named = [];
  for (const { es, en } of labelledTerms()) {
    for (const name of [es, en]) named.push({ name, first: (await search(name))[0] });
  }
  const times = [];
  for (const [at, typed] of keystrokes().entries()) {
    if (at % Number(option)) continue;
    const started = performance.now();
    await search(typed);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { labelled, named, keystroke: times[Math.floor(0.95 * (times.length - 1))] };
};

console.log(JSON.stringify(await (what === "first" ? first() : answers())));
