/**
 * How often the search engine puts a right term first, and among the first five, by kind of query.
 *
 *     node benchmarks/search_quality.mjs [--misses]
 *
 * The terms and the labelled queries are those of tests/data; a query without a right term
 * (nonsense, other subjects) is right when the answer is empty. `--misses` prints each query whose
 * first result is wrong, with what came first.
 */

import { evaluate } from "../tests/js/search_evaluation.mjs";

const { kinds, misses, milliseconds } = evaluate();

const row = (kind, { asked, first, five }) => {
  const percent = (count) => `${((100 * count) / asked).toFixed(1)} %`.padStart(9);
  console.log(`${kind.padEnd(18)}${String(asked).padStart(6)}${percent(first)}${percent(five)}`);
};

console.log("kind".padEnd(18) + "asked".padStart(6) + "first".padStart(9) + "in five".padStart(9));
const all = { asked: 0, first: 0, five: 0 };
for (const [kind, counts] of Object.entries(kinds)) {
  row(kind, counts);
  for (const key of Object.keys(all)) all[key] += counts[key];
}
row("all", all);
console.log(`mean time of an answer: ${milliseconds.toFixed(2)} ms`);

if (process.argv.includes("--misses")) {
  for (const { kind, q, expect, got } of misses) {
    console.log(`${kind}: ${JSON.stringify(q)} gave ${got.join(", ") || "nothing"}`
      + ` instead of ${expect.join(" or ") || "nothing"}`);
  }
}
