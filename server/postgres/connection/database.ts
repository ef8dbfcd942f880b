import { Kysely, type Transaction } from 'kysely';
import { Pool, type PoolClient, TypeOverrides, types as pgTypes } from 'pg';
import { type Meter, noMeter } from '#server/app/meter.ts';
import type { HintTopic } from '#server/app/ports.ts';
import { hintingDialect } from './hinting-dialect.ts';
import { asAway, sayAway } from './say-away.ts';
import { tuneConnection } from './tune-connection.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';
import type { SeverableSockets } from './severable-sockets.ts';

/** The typed connection pool. */
export type Database = Kysely<Schema>;

/** What runs inside a transaction. */
export type Trx = Transaction<Schema>;

const types = new TypeOverrides();
types.setTypeParser(pgTypes.builtins.INT8, (text) => BigInt(text));

/** Ours last milliseconds, and never wait for the chain. */
const abandonedAfterMs = 5000;
const usualConnectMs = 5000;
const usualQueryMs = 30_000;
/** A connection that nobody needs is kept for so long: a new one has everything to prepare and to read anew. */
const keptIdleMs = 10 * 60_000;
/** Idle connections are asked so soon and so often whether they still stand, so that no firewall forgets them. */
const keepAliveMs = 10_000;

/**
 * Opens a pool of connections. `int8` is read as bigint, here and nowhere else.
 *
 * A lost connection is reported to `onError` and replaced at the next query: without a handler on the pool and on
 * every client, a database restart would end the process.
 */
export function openDatabase(
  connectionString: string,
  options: {
    maxConnections: number;
    onError: (error: Error) => void;
    meter?: Pick<Meter, 'queryRun'>;
    /** Hands out the pool, to be counted. */
    onPool?: (pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>) => void;
    /** Gets the wake-up calls of each transaction that was committed here, sooner than NOTIFY brings them. */
    onHint?: (topics: ReadonlySet<HintTopic>) => void;
    /** Is kept filled with the process ids of the backends that the pool is connected to. */
    backends?: Set<number>;
    /** Where its connections are broken off from outside. */
    sockets?: SeverableSockets;
    /** How long connecting and how long a query may take; 5 and 30 s unless told. */
    patienceMs?: number;
    /** Commits need not be on the disk: for what is only true for a moment. A slow disk does not hold it up then. */
    isVolatile?: boolean;
    /** Each statement that is prepared is planned once, for whatever it is given: for a few that come all the time. */
    plansOnce?: boolean;
  },
): Database {
  const { sockets, patienceMs = usualQueryMs } = options;
  const pool = new Pool({
    connectionString,
    // Statements of one transaction that do not need each other's answers are sent together; they run in that order.
    pipeline: true,
    max: options.maxConnections,
    idleTimeoutMillis: keptIdleMs,
    types,
    application_name: 'brava',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: options.patienceMs ?? usualConnectMs,
    query_timeout: patienceMs,
    ...(sockets !== undefined && { stream: () => sockets.open() }),
  });
  const onLost = (error: Error): void => options.onError(asAway(error, '08006'));
  pool.on('error', onLost);
  const { backends } = options;
  pool.on('connect', (client) => {
    client.on('error', onLost);
    tuneConnection(client);
    backends?.add(backendOf(client));
    client
      .query(settingsOf({ ...options, patienceMs }))
      .catch((error: unknown) => options.onError(error as Error));
  });
  if (backends !== undefined) pool.on('remove', (client) => backends.delete(backendOf(client)));
  options.onPool?.(pool);
  const { queryRun } = options.meter ?? noMeter;
  return new Kysely<Schema>({
    dialect: hintingDialect(
      {
        pool: {
          options: pool.options,
          connect: () => pool.connect().catch((error: Error) => sayAway(error, '08001')),
          end: () => pool.end(),
        },
      },
      options.onHint ?? (() => undefined),
    ),
    // Text and parameters of the query stay here: they hold what people wrote.
    log: ({ queryDurationMillis, level }) => queryRun(queryDurationMillis / 1000, level === 'error'),
  });
}

/**
 * What a connection begins with. It is no part of connecting: poolers refuse there what they do not know.
 *
 * A process that is stopped inside a transaction would keep its locks. A statement that was given
 * up here would go on there, and be committed long after its caller was told that it failed.
 */
function settingsOf({
  patienceMs,
  isVolatile = false,
  plansOnce = false,
}: {
  patienceMs: number;
  isVolatile?: boolean;
  plansOnce?: boolean;
}): string {
  return [
    `set idle_in_transaction_session_timeout to ${abandonedAfterMs}`,
    `set statement_timeout to ${patienceMs}`,
    ...(isVolatile ? ['set synchronous_commit to off'] : []),
    ...(plansOnce ? ['set plan_cache_mode to force_generic_plan'] : []),
  ].join('; ');
}

/** `pg` has it and does not say so in its types. Behind a pooler it is nobody's: then no hint counts as one's own. */
function backendOf(client: PoolClient): number {
  return (client as PoolClient & { processID: number }).processID;
}
