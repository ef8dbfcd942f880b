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

/** Gets the topics of a transaction that has committed. */
type OnHint = (topics: ReadonlySet<HintTopic>) => void;

/**
 * Kysely's PostgreSQL, with a begin and wake-up calls that cost no round trip of their own: the one goes out together with
 * the first statement of its transaction, the others with its commit, each topic once. Whoever works in this process is
 * woken as soon as the commit is answered, without the way over the database; NOTIFY is for the other processes.
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
    own.begun = this.#driver.beginTransaction(own.inner, settings);
    own.begun.catch(() => undefined);
    own.hinted = new Set();
    return Promise.resolve();
  }

  /** The calls and the commit are sent one right after the other; no answer is waited for between them. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const own = connection as HintingConnection;
    const topics = own.hinted ?? new Set();
    const { begun } = own;
    own.endTransaction();
    const told = topics.size === 0 ? null : own.inner.executeQuery(notifyAll(topics));
    await Promise.all([begun, told, this.#driver.commitTransaction(own.inner)]);
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

class HintingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #driver: Driver;
  readonly #onHint: OnHint;
  /** Topics of the transaction that is open; null: none is. */
  hinted: Set<HintTopic> | null = null;
  /** The beginning of that transaction. */
  begun: Promise<void> | null = null;

  constructor(inner: DatabaseConnection, driver: Driver, onHint: OnHint) {
    this.inner = inner;
    this.#driver = driver;
    this.#onHint = onHint;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.sql === 'rollback') {
      // As a statement of its own it would leave a connection in use that nobody can roll back any more.
      await this.#driver.rollbackTransaction(this.inner);
      return { rows: [] };
    }
    const topic = topicOf(query);
    if (topic === null) {
      const [result] = await Promise.all([this.inner.executeQuery<R>(query), this.begun]);
      return result;
    }
    if (this.hinted !== null) this.hinted.add(topic);
    else {
      await this.inner.executeQuery(query);
      this.#onHint(new Set([topic]));
    }
    return { rows: [] };
  }

  endTransaction(): void {
    this.hinted = null;
    this.begun = null;
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
