import type { Address, Signature } from '@solana/kit';
import type { AccountState } from './account-state.ts';
import { AccountVersions } from './account-versions.ts';
import { BLOCKHASH_WINDOW_SLOTS, Blockhashes } from './blockhashes.ts';
import type { Commitment, CommitmentLags } from './commitment.ts';
import { findNonceAccount, readNonce } from './durable-nonce.ts';
import { Executor } from './executor.ts';
import type { ParsedTransaction } from './parsed-transaction.ts';
import type { Store } from './store.ts';
import { type TransactionError, namedError } from './transaction-error.ts';
import type { TransactionRecord } from './transaction-record.ts';
import type { DryRun } from './virtual-machine.ts';

type Queued = {
  readonly parsed: ParsedTransaction;
  readonly notBefore: number;
  readonly retriesLeft: number;
};

/** A slot that may still be asked about as a whole. */
type RecentSlot = { readonly records: readonly TransactionRecord[]; readonly changed: readonly Address[] };

const SLOT_CEILING = 'slot-ceiling';
/** So many slots are reserved on the disk at a time; a start after a crash skips what was left of them. */
const RESERVED_SLOTS = 32;
/** A node sends a transaction that no leader took again about this often. */
const RETRY_EVERY_SLOTS = 5;
/** For as long as a blockhash lives; a durable nonce would live on. */
const MAX_RETRIES = BLOCKHASH_WINDOW_SLOTS / RETRY_EVERY_SLOTS;
/** Refusals that no waiting changes. */
const HOPELESS: ReadonlySet<unknown> = new Set(['SignatureFailure', 'SanitizeFailure']);
/** How long answers can lag further behind than finalized: for stale nodes in tests. */
const EXTRA_HISTORY_SLOTS = 160;

/**
 * The chain: slots, what lands in them and what was true at each.
 *
 * Every slot makes a block, so block height and slot are the same number. A slot is stored before
 * anyone can see it. The slot never goes back: numbers are reserved on the disk before they are used,
 * and a start finalizes all that is stored.
 */
export class Chain {
  readonly blockhashes: Blockhashes;
  readonly #store: Store;
  readonly #lags: CommitmentLags;
  readonly #now: () => number;
  readonly #executor: Executor;
  readonly #versions = new AccountVersions();
  readonly #recent = new Map<number, RecentSlot>();
  readonly #listeners = new Set<() => void>();
  #queue: Queued[] = [];
  #slot: number;
  #ceiling: number;

  /** `now` gives Unix milliseconds. */
  constructor(store: Store, lags: CommitmentLags, now: () => number) {
    this.#store = store;
    this.#lags = lags;
    this.#now = now;
    this.#executor = new Executor(store);
    const ceiling = Number(store.findFact(SLOT_CEILING) ?? 0);
    const newest = store.history.newestSlot();
    this.#slot = newest === 0 ? ceiling : Math.max(ceiling, newest + lags.finalized);
    this.#ceiling = this.#slot;
    this.#reserve();
    store.history.setBlockTime(this.#slot, this.#unixSeconds());
    const kept = BLOCKHASH_WINDOW_SLOTS + lags.finalized + EXTRA_HISTORY_SLOTS;
    this.blockhashes = new Blockhashes(store.secret('blockhash-secret'), kept);
    this.blockhashes.moveTo(this.#slot);
    this.#executor.setClock(this.#slot, this.#unixSeconds());
  }

  /** The newest slot. */
  get slot(): number {
    return this.#slot;
  }

  /** The newest slot that has reached a commitment. */
  slotAt(commitment: Commitment): number {
    return Math.max(0, this.#slot - this.#lags[commitment]);
  }

  /** How sure the cluster is of a slot, seen from a node whose newest slot is `tip`. */
  commitmentOf(slot: number, tip: number = this.#slot): Commitment {
    if (slot <= tip - this.#lags.finalized) return 'finalized';
    return slot <= tip - this.#lags.confirmed ? 'confirmed' : 'processed';
  }

  /** What an account held at the end of a recent slot. */
  readAccount(address: Address, slot: number): AccountState | null {
    const version = this.#versions.find(address, slot);
    return version === undefined ? this.#executor.read(address) : version;
  }

  rentMinimum(dataBytes: number): bigint {
    return this.#executor.rentMinimum(dataBytes);
  }

  /** Unix seconds of a slot up to the newest. */
  blockTime(slot: number): number {
    const now = { slot: this.#slot, unixSeconds: this.#unixSeconds() };
    return this.#store.history.estimateBlockTime(slot, now);
  }

  /** The transactions of a slot, from memory while it is not final. */
  listSlot(slot: number): readonly TransactionRecord[] {
    return this.#recent.get(slot)?.records ?? this.#store.history.listSlot(slot);
  }

  /** The transactions of a slot that is not final for long; none for older ones. */
  listRecent(slot: number): readonly TransactionRecord[] {
    return this.#recent.get(slot)?.records ?? [];
  }

  /** The accounts that a slot changed which is not final for long. */
  listChanged(slot: number): readonly Address[] {
    return this.#recent.get(slot)?.changed ?? [];
  }

  /** `listener` is called after every slot, once it is on the disk. */
  onSlot(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Puts a transaction into the queue for the next slot. Repeating it changes nothing. One that is
   * refused is tried again, `maxRetries` times at most, while its blockhash is valid. None lands before
   * the slot `notBefore`.
   */
  submit(parsed: ParsedTransaction, maxRetries = MAX_RETRIES, notBefore = 0): void {
    const isQueued = this.#queue.some((queued) => queued.parsed.signature === parsed.signature);
    if (!isQueued) this.#queue.push({ parsed, notBefore, retriesLeft: maxRetries });
  }

  /** Makes the next slot of what is in the queue, stores it and tells the listeners. */
  advance(): void {
    const slot = this.#slot + 1;
    if (slot >= this.#ceiling) this.#reserve();
    const blockTime = this.#unixSeconds();
    this.blockhashes.moveTo(slot);
    const records = this.#runQueue(slot, blockTime);
    const accounts = this.#executor.takeChanges();
    if (records.length > 0) {
      this.#store.commit({ slot, blockTime, records, accounts });
      this.#recent.set(slot, { records, changed: [...accounts.keys()] });
    }
    this.#slot = slot;
    this.#forgetFinal();
    for (const listener of this.#listeners) listener();
  }

  /** Why a transaction cannot land in the bank of `slot`; undefined when it can. */
  findObstacle(parsed: ParsedTransaction, slot: number): TransactionError | undefined {
    if (!this.#hasValidLifetime(parsed, slot)) return namedError('BlockhashNotFound');
    const landed = this.findTransaction(parsed.signature);
    return landed !== undefined && landed.slot <= slot ? namedError('AlreadyProcessed') : undefined;
  }

  /** A dry run against the bank of `slot`. */
  simulate(parsed: ParsedTransaction, slot: number): DryRun {
    return this.#executor.simulate(parsed, (address) => this.readAccount(address, slot));
  }

  findTransaction(signature: Signature): TransactionRecord | undefined {
    return this.#store.history.find(signature);
  }

  /**
   * Undoes a slot that is not final and all after it, as when a fork loses; the slot numbers go on.
   *
   * Returns the transactions that are gone. Throws RangeError for a slot that is final or to come.
   */
  rollBack(slot: number): TransactionRecord[] {
    if (slot <= this.slotAt('finalized') || slot > this.#slot) {
      throw new RangeError(`Slot ${slot} cannot be rolled back: it is final or has not been yet.`);
    }
    const restored = this.#versions.undoFrom(slot);
    this.#store.undoFrom(slot, restored);
    this.#executor.restore(restored);
    const gone = [...this.#recent].filter(([at]) => at >= slot);
    for (const [at] of gone) this.#recent.delete(at);
    return gone.flatMap(([, { records }]) => records);
  }

  /** Gives back the slots that were reserved and not used; for a clean stop. */
  release(): void {
    this.#store.writeFact(SLOT_CEILING, String(this.#slot + 1));
  }

  #runQueue(slot: number, blockTime: number): TransactionRecord[] {
    const due = this.#queue.filter((queued) => queued.notBefore <= slot);
    this.#queue = this.#queue.filter((queued) => queued.notBefore > slot);
    if (due.length > 0) this.#executor.setClock(slot, blockTime);
    const records: TransactionRecord[] = [];
    for (const queued of due) {
      const { parsed, retriesLeft } = queued;
      const isDuplicate = records.some(({ signature }) => signature === parsed.signature);
      if (isDuplicate || this.findObstacle(parsed, slot) !== undefined) continue;
      const execution = this.#executor.execute(parsed);
      if ('refused' in execution) {
        if (HOPELESS.has(execution.refused.json) || retriesLeft <= 0) continue;
        this.#queue.push({ parsed, notBefore: slot + RETRY_EVERY_SLOTS, retriesLeft: retriesLeft - 1 });
        continue;
      }
      records.push({ ...execution.record, slot, position: records.length, blockTime });
      for (const [address, [before, after]] of execution.changes) {
        this.#versions.record(address, slot, before, after);
      }
    }
    return records;
  }

  #hasValidLifetime(parsed: ParsedTransaction, slot: number): boolean {
    if (this.blockhashes.isValid(parsed.lifetimeToken, slot)) return true;
    const nonceAccount = findNonceAccount(parsed);
    if (nonceAccount === undefined) return false;
    return readNonce(this.readAccount(nonceAccount, slot)) === parsed.lifetimeToken;
  }

  #forgetFinal(): void {
    if (this.#slot % RESERVED_SLOTS !== 0) return;
    const oldest = this.slotAt('finalized') - EXTRA_HISTORY_SLOTS;
    this.#versions.prune(oldest);
    for (const slot of this.#recent.keys()) if (slot < oldest) this.#recent.delete(slot);
  }

  #reserve(): void {
    this.#ceiling += RESERVED_SLOTS;
    this.#store.writeFact(SLOT_CEILING, String(this.#ceiling));
  }

  #unixSeconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}
