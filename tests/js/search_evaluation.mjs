/** Runs the labelled queries of tests/data through the engine; shared by test and benchmark. */

import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import vm from "node:vm";

const here = new URL(".", import.meta.url);
const read = (path) => readFileSync(new URL(path, here), "utf8");
const json = (path) => JSON.parse(read(path));

/** The engine, loaded as the page loads it: as a classic script that declares a global const. */
export const LemarioSearch = vm.runInNewContext(
  `${read("../../templates/assets/js/search.js")};LemarioSearch`, { console });

/** The labelled terms, as a payload. */
export const labelledData = () => ({
  version: LemarioSearch.VERSION,
  categories: [],
  entries: json("../data/search_terms.json").map((term) => ({
    id: term.id,
    category: term.category,
    english: false,
    es: { term: term.es, aliases: term.aliases, definition: term.def_es },
    en: { term: term.en },
  })),
});

/** First-right and in-first-five counts by kind, the misses, and the mean time of an answer. */
export const evaluate = (queries = json("../data/search_queries.json"), data = labelledData()) => {
  const engine = LemarioSearch.create(data);
  for (const { q } of queries) engine.search(q);
  const kinds = {};
  const misses = [];
  const started = performance.now();
  const answers = queries.map(({ q }) => engine.search(q, { limit: 5 }).map((hit) => hit.id));
  const milliseconds = (performance.now() - started) / queries.length;
  queries.forEach(({ q, expect, kind }, at) => {
    const got = answers[at];
    const right = (count) => (expect.length
      ? got.slice(0, count).some((id) => expect.includes(id))
      : !got.length);
    const counts = (kinds[kind] ??= { asked: 0, first: 0, five: 0 });
    counts.asked += 1;
    counts.first += Number(right(1));
    counts.five += Number(right(5));
    if (!right(1)) misses.push({ kind, q, expect, got });
  });
  return { kinds, misses, milliseconds };
};
