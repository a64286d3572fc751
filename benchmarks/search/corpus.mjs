/**
 * The terms and queries that the engines are measured with: the labelled ones of tests/data, and
 * the same terms among synthetic ones, which are the same on every machine.
 *
 * @typedef {{id: string, es: string, en: string, aliases: string[], category: string,
 *   def_es: string}} Term
 * @typedef {{q: string, expect: string[], kind: string}} Query One of `expect` has to come first;
 *   it is empty where no answer is right.
 */

import { readFileSync } from "node:fs";

import { squeeze } from "./text.mjs";

const SEED = 20261201;

/** @param {string} name */
const data = (name) =>
  JSON.parse(readFileSync(new URL(`../../tests/data/${name}`, import.meta.url), "utf8"));

/** @type {() => Term[]} */
export const labelledTerms = () => data("search_terms.json");

/** @type {() => Query[]} */
export const labelledQueries = () => data("search_queries.json");

/** Spanish and English words of the field: things, and what is said of them. */
const NOUNS = (
  "caché/cache búfer/buffer vector/vector tensor/tensor núcleo/kernel contexto/context " +
  "modelo/model proceso/process índice/index registro/register formato/format método/method " +
  "motor/engine peso/weight bloque/block grupo/group paquete/packet servidor/server " +
  "planificador/scheduler compilador/compiler memoria/memory atención/attention capa/layer " +
  "gradiente/gradient muestra/sample cola/queue lote/batch puerta/gate plantilla/template " +
  "adaptador/adapter etiqueta/label página/page tabla/table hilo/thread token/token red/network " +
  "cabeza/head ventana/window escala/scale error/error"
).split(" ").map((pair) => pair.split("/"));
const KINDS = (
  "denso/dense disperso/sparse local/local remoto/remote compartido/shared lineal/linear " +
  "latente/latent paralelo/parallel diferido/deferred residual/residual global/global " +
  "parcial/partial doble/double fijo/fixed variable/variable interno/internal externo/external " +
  "temporal/temporary binario/binary neuronal/neural inverso/inverse activo/active " +
  "mínimo/minimal profundo/deep"
).split(" ").map((pair) => pair.split("/"));
const FILLER = (
  "que guarda reparte une cada parte según antes después cuando mide los datos del equipo sin " +
  "esperar al resto para leer de nuevo lo necesario con menos trabajo entre varios pasos"
).split(" ");
const SYLLABLES = (
  "ba be bi bo ca co cu da de di do fa fe fi ga go la le li lo lu ma me mi mo na ne no pa pe pi " +
  "po ra re ri ro sa se si so ta te ti to va ve vi zo tra gre plo bri nor tal ven sar"
).split(" ");

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
const chance = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/**
 * Terms that nobody asks for. No name of theirs is that of a labelled term or a labelled query,
 * squeezed; otherwise a right answer would count as wrong.
 * @param {number} count
 * @returns {Term[]}
 */
const syntheticTerms = (count) => {
  const next = chance(SEED);
  const below = (/** @type {number} */ limit) => Math.floor(next() * limit);
  const pick = (/** @type {any[]} */ list) => list[below(list.length)];
  const madeUp = () => Array.from({ length: 2 + below(2) }, () => pick(SYLLABLES)).join("");
  const coined = Array.from({ length: 3000 }, madeUp);
  const upper = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);

  /** A name in both languages. A name of one word is always made up: those of the field are few. */
  const name = () => {
    const words = 1 + below(3);
    const noun = words > 1 && next() < 0.7 ? pick(NOUNS) : [pick(coined), ""];
    const [es, en] = [noun[0], noun[1] || noun[0]];
    if (words === 1) return [es, en];
    const [kind, kindEn] = next() < 0.5 ? pick(KINDS) : [pick(coined), ""];
    const two = [`${es} ${kind}`, `${kindEn || kind} ${en}`];
    const more = pick(coined);
    return words === 2 ? two : [`${two[0]} ${more}`, `${more} ${two[1]}`];
  };

  const taken = new Set([
    ...labelledTerms().flatMap(({ es, en, aliases }) => [es, en, ...aliases]),
    ...labelledQueries().map(({ q }) => q),
  ].map(squeeze));
  const categories = [...new Set(labelledTerms().map(({ category }) => category))];
  /** @type {Term[]} */
  const terms = [];
  while (terms.length < count) {
    const [es, en] = name();
    const aliases = Array.from({ length: below(3) }, () => name()[below(2)]);
    const all = [es, en, ...aliases].map(squeeze);
    if (all.some((squeezed) => taken.has(squeezed))) continue;
    for (const squeezed of all) taken.add(squeezed);
    const definition = Array.from({ length: 6 + below(9) }, () => {
      const kind = next();
      return kind < 0.7 ? pick(FILLER) : kind < 0.9 ? pick(NOUNS)[0] : pick(coined);
    });
    terms.push({ id: squeeze(en) + terms.length, es: upper(es), en: upper(en), aliases,
      category: pick(categories), def_es: `${upper(definition.join(" "))}.` });
  }
  return terms;
};

/**
 * The labelled terms, spread evenly among as many synthetic ones as are needed for `size`.
 * @param {number} size
 * @returns {Term[]}
 */
export const termsOf = (size) => {
  const labelled = labelledTerms();
  const others = syntheticTerms(Math.max(0, size - labelled.length));
  const step = others.length / labelled.length;
  return labelled.flatMap((term, at) => [
    term, ...others.slice(Math.round(at * step), Math.round((at + 1) * step))]);
};
