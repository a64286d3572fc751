/** Runs the labelled queries of tests/data through the engine; shared by test and benchmark. */

import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import vm from "node:vm";

const here = new URL(".", import.meta.url);
const read = (path) => readFileSync(new URL(path, here), "utf8");
const json = (path) => JSON.parse(read(path));

/** The engine, loaded as the page loads it: as classic scripts that declare a global const each. */
export const { LemarioSearch, LemarioMarks } = vm.runInNewContext(
  `${read("../../templates/assets/js/search.js")}${read("../../templates/assets/js/search-marks.js")}
  ;({ LemarioSearch, LemarioMarks })`, { console });

/**
 * A payload of entries, each given as `{id, es, en}` with the names that matter: a string, or a list
 * where there may be several; `summary` and `definition` make up the definition.
 */
export const payload = (entries, suggested = []) => {
  const column = (lang, key) => entries.map((entry) => {
    const names = entry[lang] ?? {};
    const cells = key === "definition" ? [names.summary, names.definition] : [names[key] ?? []].flat();
    return cells.filter((cell) => cell !== undefined).join("\t");
  }).join("\n");
  const keys = ["term", "acronym", "expansion", "alias", "hidden", "avoid", "definition", "href"];
  const columns = (lang) => Object.fromEntries(
    keys.map((key) => [key, column(lang, key)]).filter(([, lines]) => lines.trim()));
  return {
    version: LemarioSearch.VERSION,
    groups: [{ id: "x", kind: "term", count: entries.length, es: "Equis", en: "Ex" }],
    ids: entries.map((entry) => entry.id).join("\n"),
    suggested,
    es: columns("es"),
    en: columns("en"),
  };
};

/** The labelled terms, each with the names and texts that the payload has columns for. */
export const labelledTerms = () => json("../data/search_terms.json").map((term) => ({
  id: term.id,
  es: { term: term.es, alias: term.aliases, definition: term.def_es },
  en: { term: term.en },
}));

/** The labelled terms, as a payload. */
export const labelledData = () => payload(labelledTerms());

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
