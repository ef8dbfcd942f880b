import { randomBytes } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Address } from '@solana/kit';
import { type AccountState, SYSTEM_PROGRAM } from './account-state.ts';
import { History } from './history.ts';
import { openDatabase } from './open-database.ts';
import { STORE_SCHEMA } from './store-schema.ts';
import type { TransactionRecord } from './transaction-record.ts';

/** What one slot changed, written as a whole or not at all. */
type SlotChanges = {
  readonly slot: number;
  readonly blockTime: number;
  readonly records: readonly TransactionRecord[];
  readonly accounts: ReadonlyMap<Address, AccountState | null>;
};

/**
 * The chain on disk: an SQLite database whose log is fsynced with every commit and folded into the
 * snapshot (the database file) by SQLite itself, so that neither grows without bound and a torn last
 * record is ignored at the next start.
 */
export class Store {
  readonly history: History;
  readonly #db: DatabaseSync;
  readonly #findAccount: StatementSync;
  readonly #writeAccount: StatementSync;
  readonly #dropAccount: StatementSync;

  /** Opens or creates the store of a folder; without one it lives in memory only. */
  constructor(folder: string | undefined) {
    this.#db = openDatabase(folder);
    this.#db.exec(STORE_SCHEMA);
    this.history = new History(this.#db);
    this.#findAccount = this.#db.prepare(
      'SELECT lamports, owner, executable, data FROM accounts WHERE address = ?',
    );
    this.#findAccount.setReadBigInts(true);
    this.#writeAccount = this.#db.prepare(
      'INSERT OR REPLACE INTO accounts (address, lamports, owner, executable, data) VALUES (?, ?, ?, ?, ?)',
    );
    this.#dropAccount = this.#db.prepare('DELETE FROM accounts WHERE address = ?');
  }

  /** 32 bytes that are drawn once per folder and name: the genesis hash, the faucet's key, … */
  secret(name: string): Uint8Array {
    const known = this.findFact(name);
    if (known !== undefined) return Buffer.from(known, 'hex');
    const drawn = randomBytes(32);
    this.writeFact(name, drawn.toString('hex'));
    return drawn;
  }

  findFact(name: string): string | undefined {
    const row = this.#db.prepare('SELECT value FROM meta WHERE name = ?').get(name);
    return row === undefined ? undefined : String(row['value']);
  }

  writeFact(name: string, value: string): void {
    this.#db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
  }

  findAccount(address: Address): AccountState | null {
    const row = this.#findAccount.get(address) as
      | { lamports: bigint; owner: Address; executable: bigint; data: Uint8Array }
      | undefined;
    return row === undefined ? null : { ...row, executable: row.executable === 1n };
  }

  writeAccount(address: Address, state: AccountState | null): void {
    if (state === null) this.#dropAccount.run(address);
    else {
      this.#writeAccount.run(address, state.lamports, state.owner, state.executable ? 1 : 0, state.data);
    }
  }

  /** The stored accounts that a program owns; none for the system program, which owns too many. */
  listOwned(owner: Address): Address[] {
    if (owner === SYSTEM_PROGRAM) return [];
    const rows = this.#db.prepare('SELECT address FROM accounts WHERE owner = ?').all(owner);
    return rows.map((row) => String(row['address']) as Address);
  }

  /** Writes a slot and returns when it is on the disk. */
  commit({ slot, blockTime, records, accounts }: SlotChanges): void {
    this.#atomically(() => {
      this.history.add(records);
      this.history.setBlockTime(slot, blockTime);
      for (const [address, state] of accounts) this.writeAccount(address, state);
    });
  }

  /** Takes back the transactions of `slot` and later; `accounts` is what the accounts then hold. */
  undoFrom(slot: number, accounts: ReadonlyMap<Address, AccountState | null>): void {
    this.#atomically(() => {
      this.history.removeFrom(slot);
      for (const [address, state] of accounts) this.writeAccount(address, state);
    });
  }

  close(): void {
    this.#db.close();
  }

  #atomically(write: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#db.exec('COMMIT');
    } catch (error) {
      // On a full disk SQLite has taken it back by itself.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }
}
