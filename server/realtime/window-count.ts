const windowMs = 10_000;

/**
 * Counts what comes over one connection in windows of ten seconds. To be extended: an object of its own for each of ten
 * thousand connections would weigh more than the count, and so would a time with fractions.
 */
export class WindowCount {
  #windowEndsAt = 0;
  #count = 0;

  /** Counts one more; how many there are in its window. */
  countOne(): number {
    const now = Math.trunc(performance.now());
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + windowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count;
  }
}
