/**
 * Counts requests in a sliding window, so that never more than `limit` are sent within any `windowMs`.
 *
 * Times are in milliseconds of the clock that the caller uses.
 */
export class RequestWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  /** When the requests that still count were sent, oldest first. */
  readonly #sentAt: number[] = [];

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** The time from which the next request may be sent; in the past when it may be sent now. */
  freeAt(now: number): number {
    while (this.#sentAt[0] !== undefined && this.#sentAt[0] + this.#windowMs <= now) this.#sentAt.shift();
    const blocking = this.#sentAt[this.#sentAt.length - this.#limit];
    return blocking === undefined ? now : blocking + this.#windowMs;
  }

  /** Counts a request that is sent now. */
  take(now: number): void {
    this.#sentAt.push(now);
  }
}
