/**
 * The results as Markdown.
 *
 * @typedef {{asked: number, first: number, five: number}} Counts
 * @typedef {object} Result What was measured of an engine with one number of terms.
 * @property {string} name
 * @property {number} library Bytes.
 * @property {number} data Bytes.
 * @property {number} [fetched] Bytes of the data that the first answer needs, if not all.
 * @property {number} cpu Milliseconds.
 * @property {Record<string, Counts>} [kinds] By kind of query, those that have a right answer.
 * @property {{asked: number, answered: number}} [nonsense] The others.
 * @property {number} [keystroke] Milliseconds.
 * @property {{asked: number, first: number}} [names]
 */

/** @param {string[][]} rows The first one is the head. */
const table = ([head, ...rows]) => [
  head, head.map((_, at) => (at ? "---:" : "---")), ...rows,
].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (100 * part / whole).toFixed(1);

/** @param {number} bytes */
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

/** @param {number} value Three digits, or all before the point. */
const short = (value) => (value < 100 ? String(Number(value.toPrecision(3))) : value.toFixed(0));

/** First right / in the first five, by kind of query. @param {Result[]} results */
export const qualityTable = (results) => {
  const measured = results.filter(({ kinds }) => kinds);
  const cell = (/** @type {Counts} */ { asked, first, five }) => (
    `${percent(first, asked)} / ${percent(five, asked)}`);
  const kinds = Object.keys(measured[0].kinds ?? {});
  const rows = kinds.map((kind) => [
    `${kind} (${measured[0].kinds?.[kind].asked})`,
    ...measured.map((result) => cell(/** @type {any} */ (result.kinds)[kind]))]);
  const all = measured.map(({ kinds: counted = {} }) => Object.values(counted).reduce((sum, of) => (
    { asked: sum.asked + of.asked, first: sum.first + of.first, five: sum.five + of.five })));
  const nonsense = /** @type {{asked: number, answered: number}[]} */ (
    measured.map((result) => result.nonsense));
  return table([
    ["kind (queries)", ...measured.map(({ name }) => name)],
    ...rows,
    [`**all (${all[0].asked})**`, ...all.map((counts) => `**${cell(counts)}**`)],
    [`nonsense answered (of ${nonsense[0].asked})`,
      ...nonsense.map(({ answered }) => String(answered))],
  ]);
};

/** @param {Result[]} results */
export const costTable = (results) => table([
  ["engine", "library (kB)", "data (kB)", "sum (kB)", "CPU to the first answer (ms)",
    "keystroke, 95th percentile (ms)", "exact names first (%)"],
  ...results.map(({ name, library, data, fetched, cpu, keystroke, names }) => [
    name,
    kilobytes(library),
    kilobytes(data) + (fetched ? ` (${kilobytes(fetched)} for the first answer)` : ""),
    kilobytes(library + data),
    short(cpu),
    keystroke === undefined ? "as above" : short(keystroke),
    names ? percent(names.first, names.asked) : "as above",
  ]),
]);
