import { createHash } from 'node:crypto';
import { type Blockhash, getBase58Decoder } from '@solana/kit';

/** A blockhash is accepted for this many blocks after its own (MAX_PROCESSING_AGE of Agave). */
export const BLOCKHASH_WINDOW_SLOTS = 150;

/**
 * The blockhash of every slot and the window in which a transaction may name it.
 *
 * LiteSVM accepts only its newest blockhash, so the window is kept here. A hash is derived from a
 * secret of the folder and the slot: nothing has to be stored, and a transaction signed before a
 * restart can still land after it.
 */
export class Blockhashes {
  readonly #secret: Uint8Array;
  readonly #slots = new Map<string, number>();
  readonly #kept: number;
  #newest = -1;

  /** `kept` is for how many slots back a hash can be looked up: the window and every lag behind it. */
  constructor(secret: Uint8Array, kept: number) {
    this.#secret = secret;
    this.#kept = kept;
  }

  /** The blockhash of a slot, also of one long past. */
  of(slot: number): Blockhash {
    const digest = createHash('sha256').update(this.#secret).update(String(slot)).digest();
    return getBase58Decoder().decode(digest) as Blockhash;
  }

  /** Makes the hashes up to `slot` known and forgets those that fell out of the window. */
  moveTo(slot: number): void {
    for (let next = Math.max(this.#newest + 1, slot - this.#kept, 0); next <= slot; next++) {
      this.#slots.set(this.of(next), next);
    }
    this.#newest = slot;
    for (const [hash, at] of this.#slots) {
      if (at >= slot - this.#kept) break;
      this.#slots.delete(hash);
    }
  }

  /** Whether a transaction naming this hash may land in a block at `slot`. */
  isValid(blockhash: string, slot: number): boolean {
    const at = this.#slots.get(blockhash);
    return at !== undefined && at <= slot && slot - at <= BLOCKHASH_WINDOW_SLOTS;
  }
}
