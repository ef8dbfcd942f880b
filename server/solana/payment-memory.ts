/** Longer than a blockhash lives: after that the bytes cannot land any more, and what landed has been read. */
const rememberedMs = 120_000;

/** Remembers for two minutes which transfers a node may have. Times are in milliseconds of the caller's clock. */
export class PaymentMemory {
  /** When each was sent last, oldest first. */
  readonly #sentAt = new Map<string, number>();

  add(signature: string, now: number): void {
    this.#forget(now);
    this.#sentAt.delete(signature);
    this.#sentAt.set(signature, now);
  }

  has(signature: string, now: number): boolean {
    this.#forget(now);
    return this.#sentAt.has(signature);
  }

  #forget(now: number): void {
    for (const [signature, at] of this.#sentAt) {
      if (at + rememberedMs > now) return;
      this.#sentAt.delete(signature);
    }
  }
}
