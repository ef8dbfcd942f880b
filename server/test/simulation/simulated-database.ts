import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import type { CompiledQuery, QueryResult } from 'kysely';
import { Client, type QueryConfig, type QueryResult as PgResult, TypeOverrides, types as pgTypes } from 'pg';
import { migrate } from '#server/postgres/migrate/migrate.ts';
import { addressOf, dropDatabase, query } from '#server/test/database-address.ts';
import { type MirroredTable, mirrorSql, resetSql, takeOverSql } from './simulation-schema.ts';

/** A row that a transaction changed; null before an insert and after a delete. */
export interface RowChange {
  table: MirroredTable;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Columns ask for the time by default: before these statements the database must be told of it. */
const hasDefaults = /\binsert\b/i;
/** Other statements that ask for it get it as a parameter: to tell it first would be a statement more. */
const asksForTime = /\b(?:now|clock_timestamp)\(\)/g;

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

const types = new TypeOverrides();
types.setTypeParser(pgTypes.builtins.INT8, (text) => BigInt(text));

/**
 * The one real PostgreSQL connection that all processes of a run share, one transaction at a time.
 *
 * What is left out by that: two transactions that overlap. Every interleaving of whole transactions is tried.
 */
export class SimulatedDatabase {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #drop: () => Promise<void>;
  #changes: RowChange[] = [];
  #nowMs = 0;
  #isCorked = false;
  readonly #names = new Map<string, string>();

  private constructor(client: Client, socket: Socket, drop: () => Promise<void>) {
    this.#client = client;
    this.#socket = socket;
    this.#drop = drop;
    client.on('notice', ({ message = '' }) => this.#hear(message));
    client.on('error', () => undefined);
  }

  /** Makes a database there with the product's schema under the simulation's clock, then runs `extraSql`. */
  static async create(server: string, extraSql = ''): Promise<SimulatedDatabase> {
    const name = `brava_sim_${process.pid}_${randomBytes(4).toString('hex')}`;
    await query(server, `create database ${name}`);
    const connectionString = addressOf(server, name);
    await query(connectionString, takeOverSql);
    await query(
      server,
      `alter database ${name} set search_path = sim, pg_catalog, public;
       alter database ${name} set synchronous_commit = off;
       alter database ${name} set jit = off;
       alter database ${name} set plan_cache_mode = force_generic_plan`,
    );
    await migrate(connectionString);
    await query(connectionString, `${mirrorSql}\n${extraSql}`);
    const socket = new Socket();
    const client = new Client({ connectionString, types, pipeline: true, stream: () => socket });
    await client.connect();
    return new SimulatedDatabase(client, socket, () => dropDatabase(server, name));
  }

  /** Empties it for the next run. */
  async reset(): Promise<void> {
    await this.#client.query(resetSql);
    this.#changes = [];
    this.#nowMs = 0;
  }

  /** Begins a transaction. What is sent in the same turn goes along with it. */
  async begin(nowMs: number): Promise<void> {
    await this.#send(`begin; set local sim.now = '${new Date(nowMs).toISOString()}'`);
  }

  /** Ends it. False when it was rolled back, because that was wanted or because a statement had failed. */
  async end(how: 'commit' | 'rollback'): Promise<boolean> {
    const { command } = await this.#send(how);
    if (command === 'COMMIT') return true;
    this.#changes = [];
    return false;
  }

  /** Runs a statement outside of a transaction at that time. */
  async executeAt<R>(nowMs: number, query: CompiledQuery): Promise<QueryResult<R>> {
    const now = new Date(nowMs).toISOString();
    const isInsert = hasDefaults.test(query.sql);
    const told = isInsert && nowMs !== this.#nowMs ? this.#send(`set sim.now = '${now}'`) : null;
    if (told !== null) this.#nowMs = nowMs;
    try {
      const [result] = await Promise.all([this.execute<R>(isInsert ? query : asOf(now, query)), told]);
      return result;
    } catch (error) {
      // What it told of was undone with it.
      this.#changes = [];
      throw error;
    }
  }

  /** Runs a statement within the transaction. Each is prepared once, which halves the time of a run. */
  async execute<R>({ sql, parameters }: Statement): Promise<QueryResult<R>> {
    const name = this.#names.get(sql) ?? `s${this.#names.size}`;
    this.#names.set(sql, name);
    const { command, rowCount, rows } = await this.#send({ name, text: sql, values: [...parameters] });
    const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
    return { rows: rows as R[], ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  #hear(message: string): void {
    if (!message.startsWith('{"table"')) return;
    const change = JSON.parse(message) as RowChange;
    this.#changes.push(change);
  }

  /** What is sent in one turn of the event loop leaves in one write: the way there and back is most of a run's time. */
  async #send(query: string | QueryConfig): Promise<PgResult> {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#socket.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.#socket.uncork();
      });
    }
    return await this.#client.query(query);
  }

  /** The rows that were changed since the last call. */
  takeChanges(): RowChange[] {
    return this.#changes.splice(0);
  }

  async close(): Promise<void> {
    await this.#client.end();
    await this.#drop();
  }
}

function asOf(now: string, { sql, parameters }: Statement): Statement {
  const place = `$${parameters.length + 1}::timestamptz`;
  const text = sql.replaceAll(asksForTime, place);
  return text === sql ? { sql, parameters } : { sql: text, parameters: [...parameters, now] };
}
