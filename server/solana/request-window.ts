/**
 * Counts requests in a sliding window, so that never more than `limit` are sent within any `windowMs`.
 *
 * Who can wait leaves some of the window free for who cannot, and counts against the same limit.
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

  /** The time from which the next request may be sent, with `share` (0 to 1) of the limit to be used at most. */
  freeAt(now: number, share = 1): number {
    while (this.#sentAt[0] !== undefined && this.#sentAt[0] + this.#windowMs <= now) this.#sentAt.shift();
    const blocking = this.#sentAt[this.#sentAt.length - Math.max(1, Math.floor(this.#limit * share))];
    return blocking === undefined ? now : blocking + this.#windowMs;
  }

  /** Counts a request that is sent now. */
  take(now: number): void {
    this.#sentAt.push(now);
  }
}
