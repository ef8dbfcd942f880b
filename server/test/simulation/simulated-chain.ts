import { getBase58Decoder } from '@solana/kit';
import { type Account, type ChainTransaction, executeTransaction } from './execute-transaction.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A transaction in a block. */
export interface LandedTransaction {
  transaction: ChainTransaction;
  slot: number;
  timeSeconds: number;
  pre: Account[];
  post: Account[];
  error: object | null;
}

/** A block of the fork that counts. Slots without a block are missing. */
export interface Block {
  slot: number;
  height: number;
  timeSeconds: number;
  hash: string;
  /** The signature of a validator's vote: no block is without. */
  vote: string;
  landed: LandedTransaction[];
}

/** How a chain behaves. */
export interface ChainOptions {
  rentMinimumLamports: bigint;
  /** Probability per slot that unfinalized blocks are replaced. */
  forkChance: number;
}

/** How many blocks deep a block is when it counts as confirmed, and as finalized. */
const depth = { processed: 0, confirmed: 2, finalized: 32 } as const;
export type Commitment = keyof typeof depth;

/** Blocks for which a blockhash is valid; the real chain's 150 shortened, because the product may not know it. */
export const blockhashBlocks = 40;

const slotMs = 400;
const deepestFork = 29;
/** What a fork took back may land again so many slots later: long after it counted as gone. */
const lateSlots = [40, 200] as const;
const rich = 10n ** 16n;
const nothing: Account = { lamports: 0n, token: null };

/**
 * A chain with forks: a fork takes up to 29 blocks back, and their transactions land again, later, or never.
 *
 * Blocks deeper than 32 are final. What begins with `ever` is what an all-knowing observer saw.
 */
export class SimulatedChain {
  readonly genesisHash: string;
  readonly options: ChainOptions;
  readonly blocks: Block[] = [];
  readonly everConfirmed = new Set<string>();
  readonly everUndone = new Set<string>();
  /** What a node said was final when it was not. */
  readonly everOversold = new Set<string>();
  /** What a node told otherwise than it was. */
  readonly everMistold = new Set<string>();
  readonly everBlockTimes = new Set<number>();
  isCalm = false;
  forks = 0;
  readonly #random: SeededRandom;
  readonly #slotZeroMs: number;
  readonly #accounts = new Map<string, (Account & { slot: number })[]>();
  readonly #landed = new Map<string, LandedTransaction>();
  readonly #history = new Map<string, LandedTransaction[]>();
  readonly #heights = new Map<string, number>();
  readonly #onConfirmed: ((landed: LandedTransaction) => void)[] = [];
  #mempool: ChainTransaction[] = [];
  #late: { transaction: ChainTransaction; slot: number }[] = [];
  #slot = 0;
  /** Index of the newest final block. It never goes back. */
  #root = 0;

  constructor(random: SeededRandom, beginsAtMs: number, options: ChainOptions) {
    this.#random = random;
    this.#slotZeroMs = beginsAtMs - (depth.finalized + 4) * slotMs;
    this.options = options;
    this.genesisHash = getBase58Decoder().decode(random.bytes(32));
    this.#produce();
    while (this.#slot < depth.finalized + 4) {
      this.#slot += 1;
      this.#produce();
    }
  }

  /** Makes an address that has held that much from the beginning; unless given, it can pay for everything. */
  enrich(address: string, lamports = rich, token: Account['token'] = null): void {
    this.#accounts.set(address, [{ slot: 0, lamports, token }]);
  }

  /** Lives through the slots up to that time. */
  advanceTo(nowMs: number): void {
    while (this.#slotZeroMs + (this.#slot + 1) * slotMs <= nowMs) {
      const isForking = !this.isCalm && this.#random.chance(this.options.forkChance);
      if (isForking) this.#fork(this.#random.int(1, deepestFork));
      this.#slot += 1;
      if (isForking || this.isCalm || !this.#random.chance(0.05)) this.#produce();
    }
  }

  /** Takes a transaction in: it lands in one of the next blocks, or is forgotten on its way. */
  submit(transaction: ChainTransaction): void {
    const { signature } = transaction;
    if (this.#landed.has(signature) || this.#mempool.some((waiting) => waiting.signature === signature))
      return;
    this.#mempool.push(transaction);
  }

  onConfirmed(listener: (landed: LandedTransaction) => void): void {
    this.#onConfirmed.push(listener);
  }

  /** The block that is the newest at a commitment for a node that lags so many blocks behind. */
  tip(commitment: Commitment, lagBlocks = 0): Block {
    const wanted = this.blocks.length - 1 - lagBlocks - depth[commitment];
    const isRoot = commitment === 'finalized' && lagBlocks === 0;
    const block = this.blocks[isRoot ? this.#root : Math.max(0, wanted)];
    if (block === undefined) throw new Error('A chain has a first block.');
    return block;
  }

  account(address: string, slot: number): Account {
    return this.#accounts.get(address)?.findLast((change) => change.slot <= slot) ?? nothing;
  }

  balance(address: string, slot: number): bigint {
    return this.account(address, slot).lamports;
  }

  /** Where tokens may lie now. */
  tokenAccounts(): string[] {
    return [...this.#accounts].flatMap(([address, changes]) =>
      (changes.at(-1)?.token ?? null) === null ? [] : [address],
    );
  }

  find(signature: string): LandedTransaction | undefined {
    return this.#landed.get(signature);
  }

  /** It stands in a block that no fork takes back. */
  isFinal(signature: string): boolean {
    const landed = this.find(signature);
    return landed !== undefined && landed.slot <= this.tip('finalized').slot;
  }

  /** Nothing that a node may still hold of it gets into a block any more. */
  canNeverLand(signature: string, lastValidBlockHeight: number): boolean {
    return this.find(signature) === undefined && this.tip('finalized').height > lastValidBlockHeight;
  }

  /** Whatever named the address, oldest first, up to a slot. */
  history(address: string, slot: number): LandedTransaction[] {
    return (this.#history.get(address) ?? []).filter((landed) => landed.slot <= slot);
  }

  block(slot: number): Block | undefined {
    return this.blocks.findLast((block) => block.slot === slot);
  }

  blockOfVote(signature: string): Block | undefined {
    return this.blocks.findLast(({ vote }) => vote === signature);
  }

  /** Whether a transaction with that blockhash can get into the block after `newest`. */
  isBlockhashValid(hash: string, newest = this.tip('processed').height): boolean {
    const height = this.#heights.get(hash);
    return height !== undefined && height <= newest && newest + 1 <= height + blockhashBlocks;
  }

  #produce(): void {
    const height = (this.blocks.at(-1)?.height ?? -1) + 1;
    const timeSeconds = Math.floor((this.#slotZeroMs + this.#slot * slotMs) / 1000);
    const bytes = this.#random.bytes(32);
    const hash = getBase58Decoder().decode(bytes);
    const vote = getBase58Decoder().decode(Buffer.concat([bytes, bytes]));
    const block: Block = { slot: this.#slot, height, timeSeconds, hash, vote, landed: [] };
    const isDue = ({ slot }: { slot: number }): boolean => slot <= this.#slot;
    const due = this.#late.filter(isDue);
    this.#late = this.#late.filter((late) => !isDue(late));
    for (const { transaction } of due) this.submit(transaction);
    const waiting = this.#mempool;
    this.#mempool = [];
    for (const transaction of waiting) this.#tryToLand(transaction, block);
    this.blocks.push(block);
    this.everBlockTimes.add(timeSeconds);
    this.#heights.set(block.hash, height);
    this.#root = Math.max(this.#root, this.blocks.length - 1 - depth.finalized);
    for (const landed of this.tip('confirmed').landed) {
      this.everConfirmed.add(landed.transaction.signature);
      for (const listener of this.#onConfirmed) listener(landed);
    }
  }

  #tryToLand(transaction: ChainTransaction, block: Block): void {
    if (transaction.blockhash !== null && !this.isBlockhashValid(transaction.blockhash)) return;
    if (!this.#random.chance(this.isCalm ? 0.9 : 0.5)) {
      // Donors' wallets send until it lands; what we sent may be forgotten.
      if (transaction.blockhash === null || this.#random.chance(0.9)) this.#mempool.push(transaction);
      return;
    }
    const last = (address: string): Account => this.#accounts.get(address)?.at(-1) ?? nothing;
    const done = executeTransaction(transaction, last, this.options.rentMinimumLamports);
    if (done === null) return;
    const landed = { transaction, slot: block.slot, timeSeconds: block.timeSeconds, ...done };
    block.landed.push(landed);
    this.#landed.set(transaction.signature, landed);
    for (const [index, key] of transaction.keys.entries()) {
      this.#history.set(key, [...(this.#history.get(key) ?? []), landed]);
      const { lamports, token } = done.post[index] ?? nothing;
      const before = done.pre[index];
      if (lamports !== before?.lamports || token !== before.token)
        this.#accounts.set(key, [...(this.#accounts.get(key) ?? []), { slot: block.slot, lamports, token }]);
    }
  }

  #fork(blocks: number): void {
    this.forks += 1;
    const undone = this.blocks.splice(Math.max(this.#root + 1, this.blocks.length - blocks));
    const lastSlot = this.blocks.at(-1)?.slot ?? 0;
    for (const { transaction } of undone.flatMap((block) => block.landed)) {
      this.#landed.delete(transaction.signature);
      this.everUndone.add(transaction.signature);
      for (const key of transaction.keys) {
        this.#history.set(key, this.history(key, lastSlot));
        const changes = this.#accounts.get(key) ?? [];
        this.#accounts.set(
          key,
          changes.filter((change) => change.slot <= lastSlot),
        );
      }
      const fate = this.#random.next();
      if (fate < 0.5) this.#mempool.push(transaction);
      else if (fate < 0.75)
        this.#late.push({ transaction, slot: this.#slot + this.#random.int(...lateSlots) });
    }
    for (const block of undone) this.#heights.delete(block.hash);
  }
}
