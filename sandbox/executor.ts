import type { Address } from '@solana/kit';
import { type AccountState, isSameState } from './account-state.ts';
import { findNonceAccount } from './durable-nonce.ts';
import { type LoadedAddresses, loadAddresses } from './lookup-tables.ts';
import { readMemo } from './memo.ts';
import type { ParsedTransaction } from './parsed-transaction.ts';
import type { Store } from './store.ts';
import { listTokenBalances } from './token-balances.ts';
import type { TransactionError } from './transaction-error.ts';
import type { TransactionRecord } from './transaction-record.ts';
import { type DryRun, VirtualMachine } from './virtual-machine.ts';

/** A transaction landed, with what it changed, or was refused before it cost anything. */
export type Execution =
  | {
      readonly record: Omit<TransactionRecord, 'slot' | 'position' | 'blockTime'>;
      readonly changes: ReadonlyMap<
        Address,
        readonly [before: AccountState | null, after: AccountState | null]
      >;
    }
  | { readonly refused: TransactionError };

const NONCE_SEEDS = 'nonce-seeds';

/** A machine that has met this many accounts is replaced by a fresh one, so that memory stays bounded. */
const MAX_LOADED_ACCOUNTS = 50_000;

/**
 * Runs transactions against the store's accounts: it hands the virtual machine what a transaction
 * names and reads back what became of it. Changes stay here until the caller has stored them.
 */
export class Executor {
  readonly #store: Store;
  readonly #unsaved = new Map<Address, AccountState | null>();
  readonly #loaded = new Set<Address>();
  #machine = new VirtualMachine();
  #nonceSeeds: number;

  constructor(store: Store) {
    this.#store = store;
    this.#nonceSeeds = Number(store.findFact(NONCE_SEEDS) ?? 0);
    for (let seed = 0; seed < this.#nonceSeeds; seed++) this.#machine.renewNonceSeed();
  }

  /** The newest state of an account. */
  read(address: Address): AccountState | null {
    const unsaved = this.#unsaved.get(address);
    if (unsaved !== undefined) return unsaved;
    return this.#machine.isBuiltin(address) ? this.#machine.read(address) : this.#store.findAccount(address);
  }

  rentMinimum(dataBytes: number): bigint {
    return this.#machine.rentMinimum(BigInt(dataBytes));
  }

  /** Begins a slot. */
  setClock(slot: number, unixSeconds: number): void {
    if (this.#loaded.size > MAX_LOADED_ACCOUNTS) this.#replaceMachine();
    this.#machine.setClock(slot, unixSeconds);
  }

  /** Ends a slot: returns what changed in it, for the store. */
  takeChanges(): Map<Address, AccountState | null> {
    const changes = new Map(this.#unsaved);
    this.#unsaved.clear();
    return changes;
  }

  /** Puts accounts back to earlier states, which the caller stores. */
  restore(states: ReadonlyMap<Address, AccountState | null>): void {
    for (const [address, state] of states) if (this.#loaded.has(address)) this.#machine.write(address, state);
  }

  /** Runs a transaction for good. */
  execute(parsed: ParsedTransaction): Execution {
    const { keys, loaded } = this.#load(parsed);
    if (findNonceAccount(parsed) !== undefined) this.#renewNonceSeed();
    const before = keys.map((key) => this.read(key));
    const { error, ...run } = this.#machine.execute(parsed.transaction);
    const after = keys.map((key) => this.#machine.read(key));
    const preBalances = before.map((state) => state?.lamports ?? 0n);
    const postBalances = after.map((state) => state?.lamports ?? 0n);
    const preTokenBalances = listTokenBalances(before, (mint) => this.read(mint));
    const feeLamports = sum(preBalances) - sum(postBalances);
    if (error !== null && feeLamports === 0n) return { refused: error };

    const changes = new Map<Address, readonly [AccountState | null, AccountState | null]>();
    keys.forEach((key, index) => {
      const pair = [before[index] ?? null, after[index] ?? null] as const;
      if (isSameState(...pair) || this.#machine.isBuiltin(key)) return;
      changes.set(key, pair);
      this.#unsaved.set(key, pair[1]);
    });
    const { signature, wire } = parsed;
    const postTokenBalances = listTokenBalances(after, (mint) => this.read(mint));
    const tokens = { preTokenBalances, postTokenBalances };
    const outcome = { err: error?.json ?? null, feeLamports, preBalances, postBalances, ...tokens, ...run };
    return { record: { signature, wire, keys, loaded, memo: readMemo(parsed), ...outcome }, changes };
  }

  /** Runs a transaction for show, against the accounts as `readThen` says they were. */
  simulate(parsed: ParsedTransaction, readThen: (address: Address) => AccountState | null): DryRun {
    const { keys } = this.#load(parsed);
    const current = new Map(keys.map((key) => [key, this.read(key)]));
    const swapped = keys.filter((key) => !isSameState(readThen(key), current.get(key) ?? null));
    for (const key of swapped) this.#machine.write(key, readThen(key));
    try {
      return this.#machine.simulate(parsed.transaction);
    } finally {
      for (const key of swapped) this.#machine.write(key, current.get(key) ?? null);
    }
  }

  #load(parsed: ParsedTransaction): { keys: Address[]; loaded: LoadedAddresses } {
    const loaded = loadAddresses(parsed, (address) => this.read(address));
    const keys = [...parsed.staticKeys, ...loaded.writable, ...loaded.readonly];
    for (const address of [...keys, ...parsed.lookups.map(({ table }) => table)]) {
      if (this.#loaded.has(address) || this.#machine.isBuiltin(address)) continue;
      const state = this.#store.findAccount(address);
      if (state !== null) this.#machine.write(address, state);
      this.#loaded.add(address);
    }
    return { keys, loaded };
  }

  /** Durable nonces derive from this; a repeated value would let a used nonce come back. */
  #renewNonceSeed(): void {
    this.#nonceSeeds++;
    this.#store.writeFact(NONCE_SEEDS, String(this.#nonceSeeds));
    this.#machine.renewNonceSeed();
  }

  #replaceMachine(): void {
    this.#loaded.clear();
    this.#machine = new VirtualMachine();
    for (let seed = 0; seed < this.#nonceSeeds; seed++) this.#machine.renewNonceSeed();
  }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
