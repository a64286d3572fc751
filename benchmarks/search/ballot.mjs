/** Adds up what several searches gave: some libraries answer a query of several words poorly. */
export class Ballot {
  /** @type {Map<string, number>} */
  #scores = new Map();

  /** @param {string} id @param {number} score */
  add(id, score) {
    this.#scores.set(id, (this.#scores.get(id) ?? 0) + score);
  }

  /** Adds only the best score of each id. @param {Iterable<[string, number]>} votes */
  addBest(votes) {
    /** @type {Map<string, number>} */
    const best = new Map();
    for (const [id, score] of votes) best.set(id, Math.max(score, best.get(id) ?? 0));
    for (const [id, score] of best) this.add(id, score);
  }

  /** @returns {string[]} The ten best ids. */
  winners() {
    return [...this.#scores].sort((a, b) => b[1] - a[1]).slice(0, 10).map(([id]) => id);
  }
}
