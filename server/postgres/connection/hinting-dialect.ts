import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { HintTopic } from '#server/app/ports.ts';
import { hintChannel } from './outbox.ts';
import type { SendingConnection } from './run-together.ts';

/** Gets the topics of a transaction that has committed. */
type OnHint = (topics: ReadonlySet<HintTopic>) => void;

/**
 * Kysely's PostgreSQL, with a begin and wake-up calls that cost no round trip of their own: the one goes out together with
 * the first statement of its transaction, the others with its commit, each topic once. The same goes for statements whose
 * answers nobody needs (`sendAhead`). Whoever works in this process is woken as soon as the commit is answered, without
 * the way over the database; NOTIFY is for the other processes.
 */
export function hintingDialect(config: PostgresDialectConfig, onHint: OnHint): Dialect {
  const postgres = new PostgresDialect(config);
  return {
    createDriver: () => new HintingDriver(postgres.createDriver(), onHint),
    createQueryCompiler: () => postgres.createQueryCompiler(),
    createAdapter: () => postgres.createAdapter(),
    createIntrospector: (db) => postgres.createIntrospector(db),
  };
}

class HintingDriver implements Driver {
  readonly #driver: Driver;
  readonly #onHint: OnHint;
  readonly #connections = new WeakMap<DatabaseConnection, HintingConnection>();

  constructor(driver: Driver, onHint: OnHint) {
    this.#driver = driver;
    this.#onHint = onHint;
  }

  init = (): Promise<void> => this.#driver.init();
  destroy = (): Promise<void> => this.#driver.destroy();

  async acquireConnection(): Promise<HintingConnection> {
    const inner = await this.#driver.acquireConnection();
    const known = this.#connections.get(inner) ?? new HintingConnection(inner, this.#driver, this.#onHint);
    this.#connections.set(inner, known);
    return known;
  }

  /** Without waiting: the first statement is sent right behind it, and fails where this does. */
  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const own = connection as HintingConnection;
    own.begin(this.#driver.beginTransaction(own.inner, settings));
    return Promise.resolve();
  }

  /**
   * The calls and the commit are sent right behind what went before, without waiting for any answer: where something of
   * that failed, PostgreSQL makes the commit a rollback.
   */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const own = connection as HintingConnection;
    const topics = own.hinted ?? new Set();
    const told = topics.size === 0 ? null : own.inner.executeQuery(notifyAll(topics));
    const committed = this.#driver.commitTransaction(own.inner);
    await own.afterAhead(Promise.all([told, committed]));
    own.endTransaction();
    if (topics.size > 0) this.#onHint(topics);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const own = connection as HintingConnection;
    own.endTransaction();
    await this.#driver.rollbackTransaction(own.inner);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#driver.releaseConnection((connection as HintingConnection).inner);
  }
}

class HintingConnection implements SendingConnection {
  readonly inner: DatabaseConnection;
  readonly #driver: Driver;
  readonly #onHint: OnHint;
  /** Topics of the transaction that is open; null: none is. */
  hinted: Set<HintTopic> | null = null;
  /** What was sent in that transaction without waiting for its answer: the begin, and what `sendAhead` got. */
  #ahead: Promise<unknown> | null = null;

  constructor(inner: DatabaseConnection, driver: Driver, onHint: OnHint) {
    this.inner = inner;
    this.#driver = driver;
    this.#onHint = onHint;
  }

  begin(begun: Promise<void>): void {
    this.hinted = new Set();
    this.#keep(begun);
  }

  /** Sends a statement of the open transaction whose answer nobody needs. Should it fail, the next one or the commit does. */
  sendAhead(query: CompiledQuery): void {
    if (this.#ahead === null) throw new Error('Without a transaction nobody would learn that it failed.');
    this.#keep(this.executeQuery(query));
  }

  /** The answer to what was sent last; where something before it failed, that is the error to tell. */
  async afterAhead<Answer>(answer: Promise<Answer>): Promise<Answer> {
    answer.catch(() => undefined);
    await this.#ahead;
    return await answer;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.sql === 'rollback') {
      // As a statement of its own it would leave a connection in use that nobody can roll back any more.
      await this.#driver.rollbackTransaction(this.inner);
      return { rows: [] };
    }
    const topic = topicOf(query);
    if (topic === null) return await this.afterAhead(this.inner.executeQuery<R>(query));
    if (this.hinted !== null) this.hinted.add(topic);
    else {
      await this.inner.executeQuery(query);
      this.#onHint(new Set([topic]));
    }
    return { rows: [] };
  }

  endTransaction(): void {
    this.hinted = null;
    this.#ahead = null;
  }

  #keep(sent: Promise<unknown>): void {
    sent.catch(() => undefined);
    this.#ahead = sent;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

/** What `hint` of `outbox.ts` asks for; null for any other statement. */
function topicOf({ sql, parameters }: CompiledQuery): HintTopic | null {
  return sql.startsWith('select pg_notify(') ? (parameters[1] as HintTopic) : null;
}

function notifyAll(topics: ReadonlySet<HintTopic>): CompiledQuery {
  return CompiledQuery.raw('select pg_notify($1, topic) from unnest($2::text[]) topic', [
    hintChannel,
    [...topics],
  ]);
}
