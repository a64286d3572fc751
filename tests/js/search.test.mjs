/** What the search engine promises, on the labelled terms of tests/data and on small glossaries. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { LemarioSearch, evaluate, labelledData } from "./search_evaluation.mjs";

const labelled = LemarioSearch.create(labelledData());
const judged = evaluate();
const first = (query, options) => labelled.search(query, options)[0]?.id;

/** An engine over small terms, each given as `{id, es, en}` with the names that matter. */
const engineOf = (...terms) => LemarioSearch.create({
  version: LemarioSearch.VERSION,
  categories: [],
  entries: terms.map((term) => ({ category: "x", english: false, es: {}, en: {}, ...term })),
});
const ids = (hits) => Array.from(hits, (hit) => hit.id);

test("folding gives what the shared vectors say", () => {
  const file = new URL("../data/folding.json", import.meta.url);
  const vectors = JSON.parse(readFileSync(file, "utf8"));
  for (const [text, folded] of vectors) assert.equal(LemarioSearch.fold(text), folded);
});

test("the labelled queries find their term first in 96 of 100, and among five in 99", () => {
  const kinds = Object.values(judged.kinds);
  const sum = (key) => kinds.reduce((total, counts) => total + counts[key], 0);
  assert.ok(sum("first") / sum("asked") >= 0.96, `first: ${sum("first")} of ${sum("asked")}`);
  assert.ok(sum("five") / sum("asked") >= 0.99, `in five: ${sum("five")} of ${sum("asked")}`);
});

for (const kind of ["exact_es", "exact_en", "acronym", "no_accent", "punctuation", "negative"]) {
  test(`every labelled query of the kind ${kind} is answered right`, () => {
    assert.deepEqual(judged.misses.filter((miss) => miss.kind === kind), []);
  });
}

for (const [query, id] of [
  ["cuantizacion", "cuantizacion"], ["quantization", "cuantizacion"], ["kv cahe", "cache-kv"],
  ["GQA", "gqa"], ["llama cpp", "llama-cpp"], ["llamacpp", "llama-cpp"], ["LLAMA.CPP", "llama-cpp"],
  ["q4km", "k-quants"], ["c++", "c-cpp"], ["de memoria muro", "muro-memoria"],
  ["cuantizasion", "cuantizacion"], ["vntanas de contexto", "ventana-contexto"],
]) {
  test(`"${query}" finds ${id} first`, () => assert.equal(first(query), id));
}

test("every name of every labelled term finds a term of that name first", () => {
  const { entries } = labelledData();
  const named = new Map();
  for (const { id, es, en } of entries) {
    for (const name of [es.term, en.term, ...es.aliases]) {
      const key = LemarioSearch.fold(name);
      named.set(key, [...(named.get(key) ?? []), id]);
    }
  }
  for (const [name, owners] of named) assert.ok(owners.includes(first(name)), name);
});

test("nothing, punctuation and nonsense find nothing", () => {
  const hopeless = ["", "   ", "#$%&", "¿?", "(((", "\u0301", "qwertyuiop", "zzzz zzzz", "\ud800"];
  for (const query of hopeless) {
    const hits = labelled.search(query);
    assert.equal(hits.length, 0, JSON.stringify(query));
    assert.equal(hits.total, 0, JSON.stringify(query));
  }
});

test("no text is syntax, and none raises", () => {
  const nasty = [".*", "[a-", "\\", "(?<x>", "a|b", "__proto__", "constructor", "toString",
    "-token", "\"token", "token:", "token~2", "^token$", "\u0000", "💥 token", "\ud83d",
    "x".repeat(1e5), "de ".repeat(1e4)];
  for (const query of nasty) assert.ok(Array.isArray(Array.from(labelled.search(query))));
  assert.equal(first("-token"), first("token"));
  assert.equal(first("token:"), first("token"));
});

test("names that objects have by birth are words like others", () => {
  const engine = engineOf(
    { id: "a", es: { term: "constructor" } },
    { id: "b", es: { term: "__proto__" } },
  );
  assert.deepEqual(ids(engine.search("constructor")), ["a"]);
  assert.deepEqual(ids(engine.search("proto")), ["b"]);
});

test("ñ is a letter of its own", () => {
  const engine = engineOf({ id: "ano", es: { term: "Ano" } }, { id: "anyo", es: { term: "Año" } });
  assert.deepEqual(ids(engine.search("año")), ["anyo"]);
  assert.deepEqual(ids(engine.search("an\u0303o")), ["anyo"]);
  assert.deepEqual(ids(engine.search("ano")), ["ano"]);
});

test("terms that share an acronym are all found, the reader's language deciding the order", () => {
  const engine = engineOf(
    { id: "tensor", en: { term: "Tensor parallelism", acronym: "TP" } },
    { id: "tiempo", es: { term: "Tiempo de proceso", acronym: "TP" } },
  );
  assert.deepEqual(ids(engine.search("tp", { lang: "es" })), ["tiempo", "tensor"]);
  assert.deepEqual(ids(engine.search("tp", { lang: "en" })), ["tensor", "tiempo"]);
});

test("the page's language decides only between equals", () => {
  const engine = engineOf({ id: "a", es: { term: "Modelo" } }, { id: "b", en: { term: "Modela" } });
  assert.equal(engine.search("modelo", { lang: "en" })[0].id, "a");
  assert.equal(engine.search("modela", { lang: "es" })[0].id, "b");
});

test("kinds of names stand in order: term, alias, hidden, name to avoid, definition", () => {
  const engine = engineOf(
    { id: "definition", es: { term: "Uno", definition: "Habla de perplejidad." } },
    { id: "avoid", es: { term: "Dos", avoid: ["perplejidad"] } },
    { id: "hidden", es: { term: "Tres", hidden: ["perplejidad"] } },
    { id: "alias", es: { term: "Cuatro", aliases: ["perplejidad"] } },
    { id: "term", es: { term: "Perplejidad" } },
  );
  const hits = engine.search("perplejidad");
  assert.deepEqual(ids(hits), ["term", "alias", "hidden", "avoid", "definition"]);
  assert.deepEqual(Array.from(hits, (hit) => hit.field), ids(hits));
});

test("a hit tells which name matched, in which language, and carries its entry", () => {
  const engine = engineOf({
    id: "kv",
    es: { term: "Caché KV", aliases: ["caché de claves y valores"], summary: "Guarda cosas.",
      definition: "Crece con el contexto." },
    en: { term: "KV cache", expansion: "key-value cache" },
  });
  const [byExpansion] = engine.search("key value");
  assert.equal(byExpansion.field, "expansion");
  assert.equal(byExpansion.matched, "key-value cache");
  assert.equal(byExpansion.lang, "en");
  assert.equal(byExpansion.entry.es.term, "Caché KV");
  const [byDefinition] = engine.search("contexto");
  assert.equal(byDefinition.field, "definition");
  assert.equal(byDefinition.matched, "Guarda cosas.");
});

test("the total counts hits beyond the limit", () => {
  const all = labelled.search("memoria", { limit: Infinity });
  const some = labelled.search("memoria", { limit: 3 });
  assert.ok(all.length > 3);
  assert.equal(all.total, all.length);
  assert.equal(some.length, 3);
  assert.equal(some.total, all.total);
  assert.deepEqual(ids(some), ids(all).slice(0, 3));
  assert.equal(labelled.search("memoria", { limit: 0 }).length, 0);
});

test("scores fall from the first hit to the last", () => {
  const hits = labelled.search("cuantización de la caché", { limit: 50 });
  const scores = Array.from(hits, (hit) => hit.score);
  assert.ok(scores.length > 3);
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
});

test("while typing, a longer beginning keeps the term in sight", () => {
  for (const query of ["cuan", "cuanti", "cuantiza", "cuantizaci", "cuantización"]) {
    assert.ok(ids(labelled.search(query, { limit: 5 })).includes("cuantizacion"), query);
  }
});

test("a typing error never turns one number into another", () => {
  const engine = engineOf(
    { id: "int4", es: { term: "INT4" } },
    { id: "int8", es: { term: "INT8" } },
  );
  assert.deepEqual(ids(engine.search("int8")), ["int8"]);
});

test("one-letter terms are found", () => {
  const engine = engineOf({ id: "q", es: { term: "Q" } }, { id: "query", es: { term: "Query" } });
  assert.deepEqual(ids(engine.search("q")), ["q", "query"]);
});

test("an empty glossary answers every query with nothing", () => {
  const engine = engineOf();
  assert.equal(engine.size, 0);
  assert.equal(engine.search("token").length, 0);
});

test("a payload of another version is refused", () => {
  assert.throws(() => LemarioSearch.create({ ...labelledData(), version: 999 }), /version 999/);
});
