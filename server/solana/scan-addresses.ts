import type { Address } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import type { SigningVault } from './key-vault.ts';
import type { RpcClient } from './rpc-client.ts';

/** An epoch to be searched. */
export interface EpochToScan {
  epoch: number;
  /** How far each streamer's addresses went, as noted beside the seed; empty when nothing is known. */
  nextIndexes: ReadonlyMap<number, number>;
  /** Indexes below these are in the books already and not looked at, by streamer. */
  knownTo: ReadonlyMap<number, number>;
  /** Unused addresses in a row after which a streamer counts as searched. */
  gap: number;
  /** Streamers in a row without a trace after which the epoch counts as searched. */
  userGap: number;
}

/** An address of the seed, and the money that is on it now (at `confirmed`). */
export interface FoundAddress {
  path: KeyPath;
  address: Address;
  lamports: bigint;
}

/** How far a search is, and what it found. */
export interface ScanResult {
  /** Deposit addresses (index 1 and up) with money. */
  deposits: FoundAddress[];
  /** Wallets (index 0) of the streamers of whom there is any trace, also empty ones. */
  wallets: FoundAddress[];
  /** Lamports on the deposit addresses. */
  lamports: bigint;
  /** How many addresses were looked at. */
  looked: number;
}

/** What a search needs. */
export interface ScanNeeds {
  client: RpcClient;
  vault: Pick<SigningVault, 'listAddresses'>;
}

/** Addresses per call that nodes take, and streamers that are searched side by side. */
const chunk = 100;
const sideBySide = 6;

/**
 * Searches a seed's addresses for money, by their balances: 100 addresses a call.
 *
 * First the streamers are found: by what was noted, else by money on their first 100 addresses or any history of the
 * first two, until `userGap` in a row show nothing. Then each is searched until `gap` addresses in a row beyond the
 * last noted or funded one are empty. An address that was emptied looks like one that was never used: so without
 * notes `gap` must be larger than the number of donations that a streamer got after the oldest one still there.
 * Throws `Transient` when no node answers; it changes nothing and may be repeated.
 */
export async function scanAddresses(
  needs: ScanNeeds,
  epochs: readonly EpochToScan[],
  onProgress: (sofar: ScanResult) => void = () => {},
): Promise<ScanResult> {
  const result: ScanResult = { deposits: [], wallets: [], lamports: 0n, looked: 0 };
  for (const epoch of epochs) await new EpochScan(needs, epoch, result, onProgress).run();
  return result;
}

class EpochScan {
  readonly #needs: ScanNeeds;
  readonly #plan: EpochToScan;
  readonly #result: ScanResult;
  readonly #onProgress: (sofar: ScanResult) => void;
  /** The last index of each streamer that is known to have been used. */
  readonly #lastUsed = new Map<number, number>();
  /** The highest number of a streamer among them. */
  #lastUser = 0;

  constructor(
    needs: ScanNeeds,
    plan: EpochToScan,
    result: ScanResult,
    onProgress: (sofar: ScanResult) => void,
  ) {
    this.#needs = needs;
    this.#plan = plan;
    this.#result = result;
    this.#onProgress = onProgress;
    for (const marks of [plan.nextIndexes, plan.knownTo]) {
      for (const [user, next] of marks) this.#noteUsed(user, next - 1);
    }
  }

  async run(): Promise<void> {
    const isKnown = new Set(this.#lastUsed.keys());
    for (let user = 1; user <= this.#lastUser + this.#plan.userGap; user += sideBySide) {
      const users = Array.from({ length: sideBySide }, (_, offset) => user + offset);
      await Promise.all(users.map((each) => this.#meet(each, isKnown.has(each))));
    }
    const queue = Array.from({ length: this.#lastUser }, (_, offset) => offset + 1).values();
    const work = async (): Promise<void> => {
      for (const user of queue) await this.#search(user, isKnown.has(user) ? 1 : chunk);
    };
    await Promise.all(Array.from({ length: sideBySide }, work));
  }

  /** Looks at wallet and first addresses of a streamer, and notes whether there is any trace of one. */
  async #meet(user: number, isKnown: boolean): Promise<void> {
    const path = { user, epoch: this.#plan.epoch, index: 0 };
    const [wallet, ...deposits] = await this.#look(path, isKnown ? 1 : chunk);
    if (wallet === undefined) return;
    const hasMoney = [wallet, ...deposits].some((found) => found.lamports > 0n);
    const hasTrace = isKnown || hasMoney || (await this.#hasHistory([wallet, ...deposits].slice(0, 2)));
    if (!hasTrace) return;
    this.#result.wallets.push(wallet);
    this.#noteUsed(user, 0);
    this.#take(deposits);
  }

  async #search(user: number, first: number): Promise<void> {
    const path = { user, epoch: this.#plan.epoch };
    const limit = (): number => (this.#lastUsed.get(user) ?? 0) + this.#plan.gap;
    let index = Math.max(first, this.#plan.knownTo.get(user) ?? 0);
    while (index <= limit()) {
      const count = Math.min(chunk, limit() + 1 - index);
      this.#take(await this.#look({ ...path, index }, count));
      // What was just found may have moved the limit on from where this look had to end.
      index += count;
    }
  }

  #take(looked: readonly FoundAddress[]): void {
    for (const found of looked.filter(({ lamports }) => lamports > 0n)) {
      this.#result.deposits.push(found);
      this.#result.lamports += found.lamports;
      this.#noteUsed(found.path.user, found.path.index);
    }
  }

  #noteUsed(user: number, index: number): void {
    this.#lastUsed.set(user, Math.max(this.#lastUsed.get(user) ?? 0, index));
    this.#lastUser = Math.max(this.#lastUser, user);
  }

  async #look(from: KeyPath, count: number): Promise<FoundAddress[]> {
    const addresses = this.#needs.vault.listAddresses(from, count);
    const { value } = await this.#needs.client.rpc
      .getMultipleAccounts(addresses, {
        commitment: 'confirmed',
        encoding: 'base64',
        dataSlice: { offset: 0, length: 0 },
      })
      .send();
    if (value.length !== count) throw new Transient('A node answered for other addresses than it was asked');
    this.#result.looked += count;
    this.#onProgress(this.#result);
    return addresses.map((address, offset) => ({
      path: { ...from, index: from.index + offset },
      address,
      lamports: value[offset]?.lamports ?? 0n,
    }));
  }

  async #hasHistory(addresses: readonly FoundAddress[]): Promise<boolean> {
    for (const { address } of addresses) {
      const page = await this.#needs.client.rpc
        .getSignaturesForAddress(address, { commitment: 'confirmed', limit: 1 })
        .send();
      if (page.length > 0) return true;
    }
    return false;
  }
}
