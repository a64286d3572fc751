/**
 * Fuse.js: its search by words for names, its search by likeness for names that are typed whole,
 * and its extended search, which forgives nothing and is quick, for exact names and definitions.
 */

import Fuse from "fuse.js";

import { Ballot } from "../ballot.mjs";
import { readTerms } from "../engine.mjs";
import { fieldsOf, readQuery, untwist } from "../text.mjs";

export const name = "Fuse.js";
export const library = { package: "fuse.js", files: ["fuse.js/dist/fuse.min.mjs"] };

const MANY = 200;
const split = (/** @type {string} */ text) => text.split(" ").filter(Boolean);

/** @param {import("../engine.mjs").Files} files */
export const open = (files) => {
  const terms = readTerms(files).map(fieldsOf).map((/** @type {any} */ fields) => (
    { ...fields, whole: split(fields.whole), wholeAliases: split(fields.wholeAliases),
      // Each word begins with a space, which keeps `ram` from being found in `programa`.
      definition: ` ${fields.definition}` }));
  const known = new Set(terms.flatMap((/** @type {any} */ { names, aliases, definition }) => (
    split(`${names} ${aliases} ${definition}`))));
  const named = [{ name: "whole", weight: 3 }, { name: "wholeAliases", weight: 2.5 }];
  const shared = { includeScore: true, ignoreLocation: true, threshold: 0.3 };
  const words = new Fuse(terms, {
    ...shared,
    keys: [{ name: "names", weight: 3 }, { name: "aliases", weight: 2 }],
    useTokenSearch: true,
    tokenize: split,
  });
  const alike = new Fuse(terms, { ...shared, keys: named, ignoreLocation: false });
  const exact = new Fuse(terms, { ...shared, keys: named, useExtendedSearch: true });
  const definitions = new Fuse(terms, { ...shared, keys: ["definition"], useExtendedSearch: true });

  return (/** @type {string} */ query) => {
    const read = readQuery(query);
    const ballot = new Ballot();
    const count = (/** @type {any[]} */ found, /** @type {number} */ worth) => {
      for (const { item, score } of found) ballot.add(item.id, (1 - score) * worth);
    };
    if (!read.whole) return [];
    for (const piece of read.pieces) count(exact.search(`="${piece}"`, { limit: MANY }), 2);
    // The words of a longer name are looked for below, which takes less time.
    if (read.words.length === 1) count(alike.search(read.whole, { limit: MANY }), 1);
    const asked = new Set(read.words.flatMap(({ word, stem }) => [untwist(word, known), stem]));
    count(words.search([...asked].join(" "), { limit: MANY }), 1.5);
    for (const { word, stem } of read.words) {
      if (stem.length < 3) continue;
      const found = definitions.search(`'" ${known.has(stem) ? stem : word}"`);
      count(found, 0.08 * Math.log(1 + terms.length / found.length));
    }
    return ballot.winners();
  };
};
