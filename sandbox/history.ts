import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Address, Signature } from '@solana/kit';
import { parseJson, stringifyJson } from './json.ts';
import type { TransactionRecord } from './transaction-record.ts';

/** A transaction's place in the ledger; later ones compare greater. */
export type Place = { readonly slot: number; readonly position: number };

/** Which part of an address's history is wanted; all bounds but `newestSlot` exclude themselves. */
export type HistoryPage = {
  readonly newestSlot: number;
  readonly before: Place | undefined;
  readonly until: Place | undefined;
  readonly limit: number;
};

/** Everything that landed, by signature, by address and by slot. */
export class History {
  readonly #db: DatabaseSync;
  readonly #bySignature: StatementSync;
  readonly #bySlot: StatementSync;
  readonly #byAddress: StatementSync;
  readonly #insert: StatementSync;
  readonly #mention: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#bySignature = db.prepare('SELECT wire, outcome FROM transactions WHERE signature = ?');
    this.#bySlot = db.prepare('SELECT wire, outcome FROM transactions WHERE slot = ? ORDER BY position');
    this.#byAddress = db.prepare(`
      SELECT wire, outcome FROM mentions JOIN transactions USING (slot, position)
      WHERE address = ? AND slot <= ? AND (slot, position) < (?, ?) AND (slot, position) > (?, ?)
      ORDER BY slot DESC, position DESC LIMIT ?`);
    this.#insert = db.prepare(
      'INSERT INTO transactions (signature, slot, position, wire, outcome) VALUES (?, ?, ?, ?, ?)',
    );
    this.#mention = db.prepare('INSERT OR IGNORE INTO mentions (address, slot, position) VALUES (?, ?, ?)');
  }

  add(records: readonly TransactionRecord[]): void {
    for (const record of records) {
      const { wire, ...outcome } = record;
      const { signature, slot, position } = record;
      this.#insert.run(signature, slot, position, wire, stringifyJson(outcome));
      for (const key of record.keys) this.#mention.run(key, slot, position);
    }
  }

  removeFrom(slot: number): void {
    this.#db.prepare('DELETE FROM mentions WHERE slot >= ?').run(slot);
    this.#db.prepare('DELETE FROM transactions WHERE slot >= ?').run(slot);
  }

  find(signature: Signature): TransactionRecord | undefined {
    const row = this.#bySignature.get(signature);
    return row === undefined ? undefined : toRecord(row);
  }

  has(signature: Signature): boolean {
    return this.#bySignature.get(signature) !== undefined;
  }

  /** The transactions of a block in their order. */
  listSlot(slot: number): TransactionRecord[] {
    return this.#bySlot.all(slot).map(toRecord);
  }

  /** The transactions that named an address, newest first. */
  listAddress(address: Address, page: HistoryPage): TransactionRecord[] {
    const before = page.before ?? { slot: Number.MAX_SAFE_INTEGER, position: 0 };
    const until = page.until ?? { slot: -1, position: 0 };
    const bounds = [before.slot, before.position, until.slot, until.position];
    return this.#byAddress.all(address, page.newestSlot, ...bounds, page.limit).map(toRecord);
  }

  /** How many transactions landed so far; cheap, and never less than what is there. */
  count(): number {
    const row = this.#db.prepare('SELECT max(rowid) AS count FROM transactions').get();
    return Number(row?.['count'] ?? 0);
  }

  /** The newest slot with a transaction; 0 when there is none. */
  newestSlot(): number {
    const row = this.#db.prepare('SELECT max(slot) AS slot FROM transactions').get();
    return Number(row?.['slot'] ?? 0);
  }

  setBlockTime(slot: number, unixSeconds: number): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO block_times (slot, unix_seconds) VALUES (?, ?)')
      .run(slot, unixSeconds);
  }

  /**
   * Unix seconds of a slot: exact for slots with transactions, in between on the straight line
   * between the nearest remembered ones.
   */
  estimateBlockTime(slot: number, now: { slot: number; unixSeconds: number }): number {
    const at = (sql: string) => this.#db.prepare(sql).get(slot);
    const select = 'SELECT slot, unix_seconds AS time FROM block_times WHERE slot';
    const below = at(`${select} <= ? ORDER BY slot DESC LIMIT 1`);
    const above = at(`${select} >= ? ORDER BY slot LIMIT 1`);
    const end = above ?? { slot: now.slot, time: now.unixSeconds };
    const start = below ?? end;
    const [slot0, time0] = [Number(start['slot']), Number(start['time'])];
    const [slot1, time1] = [Number(end['slot']), Number(end['time'])];
    if (slot1 <= slot0) return time0;
    return time0 + Math.floor(((time1 - time0) * (slot - slot0)) / (slot1 - slot0));
  }
}

/** In JSON, amounts come back as number where they fit one. */
type StoredOutcome = Omit<
  TransactionRecord,
  'wire' | 'feeLamports' | 'computeUnits' | 'preBalances' | 'postBalances'
> & {
  readonly feeLamports: number | bigint;
  readonly computeUnits: number | bigint;
  readonly preBalances: readonly (number | bigint)[];
  readonly postBalances: readonly (number | bigint)[];
};

function toRecord(row: Record<string, unknown>): TransactionRecord {
  const outcome = parseJson(String(row['outcome'])) as StoredOutcome;
  return {
    ...outcome,
    wire: row['wire'] as Uint8Array,
    feeLamports: BigInt(outcome.feeLamports),
    computeUnits: BigInt(outcome.computeUnits),
    preBalances: outcome.preBalances.map(BigInt),
    postBalances: outcome.postBalances.map(BigInt),
  };
}
