import type { Meter } from '#server/app/meter.ts';
import type { MetricsSources } from '#server/metrics/open-metrics.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createHints } from '#server/postgres/connection/hints.ts';
import {
  createSeverableSockets,
  type SeverableSockets,
} from '#server/postgres/connection/severable-sockets.ts';

/** A server's connections to its database. */
interface Databases {
  db: Database;
  /** One for the reading of events alone: others of this process may have filled the row for a connection. */
  eventsDb: Database;
  /** Not started yet. */
  hints: ReturnType<typeof createHints>;
  /** All of their sockets, to be broken off at once. */
  sockets: SeverableSockets;
  /** How many connections `db` has. */
  pool: MetricsSources['pool'];
}

const noPool: MetricsSources['pool'] = () => ({ total: 0, idle: 0, waiting: 0 });

/** Opens them; nothing connects before it is needed. */
export function openDatabases(
  connectionString: string,
  { maxConnections, ...around }: { maxConnections: number; onError: (error: Error) => void; meter: Meter },
): Databases {
  const sockets = createSeverableSockets();
  const backends = new Set<number>();
  const hints = createHints(connectionString, around.onError, {
    isOwn: (backend) => backends.has(backend),
    sockets,
  });
  let pool = noPool;
  const db = openDatabase(connectionString, {
    ...around,
    maxConnections,
    sockets,
    backends,
    onHint: (topics) => hints.wake(topics),
    onPool: (opened) => {
      pool = () => ({ total: opened.totalCount, idle: opened.idleCount, waiting: opened.waitingCount });
    },
  });
  const eventsDb = openDatabase(connectionString, { ...around, maxConnections: 1, plansOnce: true, sockets });
  return { db, eventsDb, hints, sockets, pool: () => pool() };
}
