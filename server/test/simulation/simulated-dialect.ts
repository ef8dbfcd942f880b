import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { HintTopic } from '#server/app/ports.ts';
import type { SendingConnection } from '#server/postgres/connection/run-together.ts';
import type { RowChange, SimulatedDatabase } from './simulated-database.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What goes wrong with one use of the database. */
export type DatabaseFault = 'none' | 'away' | 'dies-before' | 'dies-after' | 'reply-lost' | 'rolled-back';

/** The database as the simulation hands it to a process. */
export interface DatabaseAccess {
  database: SimulatedDatabase;
  scheduler: Scheduler;
  time: VirtualTime;
  /** Asked once per transaction, or per statement outside of one. */
  nextFault: (owner: SimulatedProcess) => DatabaseFault;
  onCommit: (owner: SimulatedProcess, changes: RowChange[], hints: HintTopic[]) => void;
}

/** The connection broke, as seen by the process. */
export class ConnectionBroken extends Error {
  override readonly name = 'ConnectionBroken';
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Kysely's PostgreSQL, with each transaction, or statement outside of one, as one step of the scheduler. */
export function simulatedDialect(access: DatabaseAccess, owner: SimulatedProcess): Dialect {
  return {
    createDriver: () => new SimulatedDriver(access, owner),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

class SimulatedDriver implements Driver {
  readonly #access: DatabaseAccess;
  readonly #owner: SimulatedProcess;

  constructor(access: DatabaseAccess, owner: SimulatedProcess) {
    this.#access = access;
    this.#owner = owner;
  }

  async init(): Promise<void> {
    // The connection is open already.
  }

  async destroy(): Promise<void> {
    // It belongs to the run.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { scheduler, time, nextFault } = this.#access;
    return await new Promise<Session>((resolve, reject) => {
      const call = {
        owner: this.#owner,
        readyAt: time.nowMs,
        label: 'database',
        take: async () => {
          const fault = nextFault(this.#owner);
          if (fault === 'away') return reject(new ConnectionBroken('The database is away'));
          if (fault === 'dies-before') return this.#owner.kill();
          const session = new Session(this.#access, this.#owner, fault, call);
          resolve(session);
          await session.ended;
        },
      };
      scheduler.wait(call);
    });
  }

  beginTransaction = async (session: DatabaseConnection): Promise<void> => (session as Session).begin();
  commitTransaction = (session: DatabaseConnection): Promise<void> => (session as Session).commit();
  rollbackTransaction = (session: DatabaseConnection): Promise<void> => (session as Session).rollback();
  releaseConnection = async (session: DatabaseConnection): Promise<void> => (session as Session).end();
}

/** One use of the database, from taking the connection to giving it back. */
class Session implements SendingConnection {
  readonly ended: Promise<void>;
  readonly end: () => void;
  readonly #access: DatabaseAccess;
  readonly #owner: SimulatedProcess;
  readonly #fault: DatabaseFault;
  readonly #step: { label: string };
  readonly #hints: HintTopic[] = [];
  #isInTransaction = false;
  /** What was sent with the statement whose reply got lost is lost too. */
  #isBroken = false;
  #begun: Promise<void> | null = null;
  /** Statements of the transaction that nobody waits for before its commit. */
  #ahead: Promise<unknown> | null = null;
  /** Statements that are sent together run in their order. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    access: DatabaseAccess,
    owner: SimulatedProcess,
    fault: DatabaseFault,
    step: { label: string },
  ) {
    this.#access = access;
    this.#owner = owner;
    this.#fault = fault;
    this.#step = step;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.end = resolve;
  }

  /** What belongs to a transaction is sent at once, as the product's driver does it: PostgreSQL keeps the order. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isAtOnce = this.#isInTransaction || query.sql.startsWith('begin;');
    const result = isAtOnce ? this.#run<R>(query) : this.#last.then(() => this.#run<R>(query));
    this.#last = Promise.allSettled([this.#last, result]);
    return await result;
  }

  sendAhead(query: CompiledQuery): void {
    this.#ahead = Promise.all([this.#ahead, this.executeQuery(query)]);
    this.#ahead.catch(() => undefined);
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { database, time } = this.#access;
    this.#step.label += ` ${summaryOf(query.sql)}`;
    if (this.#isBroken) throw this.#broken();
    if (query.sql.startsWith('select pg_notify(')) {
      this.#hints.push(query.parameters[1] as HintTopic);
      return { rows: [] };
    }
    const turn = this.#turnOf(query.sql);
    if (turn !== null) {
      await turn();
      return { rows: [] };
    }
    if (this.#isInTransaction) {
      const [result] = await Promise.all([database.execute<R>(query), this.#begun]);
      return result;
    }
    if (this.#fault === 'rolled-back') throw this.#broken();
    const result = await database.executeAt<R>(time.nowMs, query);
    await this.#committed();
    return result;
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('No store streams');
  }

  /** Begins or ends a transaction where a statement says so, as `transact-in-two-trips.ts` does. */
  #turnOf(text: string): (() => Promise<void>) | null {
    if (text.startsWith('begin;')) return async () => this.begin();
    if (text === 'rollback') return () => this.rollback();
    return text === 'commit' ? () => this.commit() : null;
  }

  /** Without waiting: the first statement goes along with it, and fails where this does. */
  begin(): void {
    this.#isInTransaction = true;
    this.#ahead = null;
    this.#begun = this.#access.database.begin(this.#access.time.nowMs);
  }

  async commit(): Promise<void> {
    if (this.#fault === 'rolled-back') {
      await this.rollback();
      throw this.#broken();
    }
    this.#isInTransaction = false;
    const isCommitted = await this.#access.database.end('commit');
    await this.#ahead;
    if (isCommitted) await this.#committed();
  }

  async rollback(): Promise<void> {
    if (!this.#isInTransaction) return;
    this.#isInTransaction = false;
    await this.#access.database.end('rollback');
  }

  async #committed(): Promise<void> {
    this.#access.onCommit(this.#owner, this.#access.database.takeChanges(), this.#hints);
    if (this.#fault === 'reply-lost') throw this.#broken();
    if (this.#fault !== 'dies-after') return;
    this.#step.label += ' †';
    this.#owner.kill();
    this.end();
    await never();
  }

  #broken(): ConnectionBroken {
    this.#isBroken = true;
    this.#step.label += ` (${this.#fault})`;
    return new ConnectionBroken(`The connection broke: ${this.#fault}`);
  }
}

function summaryOf(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim().slice(0, 44);
}
