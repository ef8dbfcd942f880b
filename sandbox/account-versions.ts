import type { Address } from '@solana/kit';
import type { AccountState } from './account-state.ts';

type Version = { readonly slot: number; readonly state: AccountState | null };

/**
 * What recently changed accounts held, slot by slot, so that confirmed and finalized reads can lag.
 *
 * An account that is not here has not changed lately: its newest state is right for every commitment.
 * The first version of an account is always what it held before its first recent change.
 */
export class AccountVersions {
  readonly #versions = new Map<Address, Version[]>();

  /** Notes a change; `before` counts only for an account that had no recent change. */
  record(address: Address, slot: number, before: AccountState | null, after: AccountState | null): void {
    const list = this.#versions.get(address) ?? [{ slot: -1, state: before }];
    this.#versions.set(address, list);
    if (list.at(-1)?.slot === slot) list.pop();
    list.push({ slot, state: after });
  }

  /** The state as of the end of `slot`; undefined when the account has not changed lately. */
  find(address: Address, slot: number): AccountState | null | undefined {
    return this.#versions.get(address)?.findLast((version) => version.slot <= slot)?.state;
  }

  /** Forgets versions that no read at `oldestSlot` or later can ask for. */
  prune(oldestSlot: number): void {
    for (const [address, list] of this.#versions) {
      const keepFrom = list.findLastIndex((version) => version.slot <= oldestSlot);
      if (keepFrom === list.length - 1) this.#versions.delete(address);
      else if (keepFrom > 0) list.splice(0, keepFrom);
    }
  }

  /** Takes back every change of `slot` and later; returns what each such account now holds. */
  undoFrom(slot: number): Map<Address, AccountState | null> {
    const restored = new Map<Address, AccountState | null>();
    for (const [address, list] of this.#versions) {
      const kept = list.filter((version) => version.slot < slot);
      if (kept.length === list.length) continue;
      restored.set(address, kept.at(-1)?.state ?? null);
      if (kept.length === 1) this.#versions.delete(address);
      else this.#versions.set(address, kept);
    }
    return restored;
  }
}
