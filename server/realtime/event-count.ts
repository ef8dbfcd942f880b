/** Counts what one socket sends in fixed windows of time. */
export class EventCount {
  readonly #windowMs: number;
  #windowEndsAt = 0;
  #count = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Counts one more at a time in milliseconds; how many there are in its window. */
  add(now: number): number {
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + this.#windowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count;
  }
}
