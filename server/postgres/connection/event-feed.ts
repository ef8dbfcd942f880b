import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventFeed, Hints, RoomEvent } from '#server/app/ports.ts';
import type { ChangeListener } from '#server/app/reads/change-hearing.ts';
import type { Database } from './database.ts';
import { forMemoryOnly } from './outbox.ts';

const pollMs = 1000;
const batch = 500;

interface EventRow {
  seq: bigint;
  room: string;
  name: RoomEvent['name'] | typeof forMemoryOnly;
  body: RoomEvent['body'];
}

/** From where events were read. */
interface Reading {
  /** The process of PostgreSQL that served it. */
  backend: number;
  /** Which transactions the reading sees: all before a first one that runs, and which of the rest run, in PostgreSQL's form. */
  snapshot: string;
}

/**
 * Reads every committed event once, woken by hints and once a second without one.
 *
 * What the last reading could not see yet is new, whichever transaction began first: so none that commits late is skipped
 * over, and none that stays open holds others back (docs/decisions/052). What is read together comes in the order in which
 * it was written; so does whatever was written after something else was committed.
 *
 * A PostgreSQL that crashed gives numbers of transactions again that it gave just before and had not stored: what commits
 * under them would count as told. So what the first reading over another connection finds is new by its own number, too: that
 * is stored with what was told. Transactions from before have ended with their connections.
 *
 * `changes` is told of the rooms of what was read, before their events are.
 */
export function createEventFeed(
  db: Database,
  hints: Hints,
  onError: (error: Error) => void,
  changes?: ChangeListener,
): EventFeed {
  const stopped = new AbortController();
  let wake: (() => void) | undefined;
  /** Everything that this snapshot sees has been told. */
  let told = '';
  /** Where more than a batch is new: what to read before anything newer, and up to where it has been told. */
  let rest: { until: string; seq: bigint } | null = null;
  /** No event that was told has a higher number. */
  let highest = 0n;
  let backend: number | null = null;
  let mayHaveCrashed = false;
  let running = Promise.resolve();
  let readAt = performance.now();

  /** Milliseconds until it is worth looking again: at once where more may be there. */
  async function readOn(onEvent: (event: RoomEvent) => void): Promise<number> {
    const endRead = changes?.beginRead();
    const isNew = mayHaveCrashed ? sql`or seq > ${highest}` : sql``;
    const { rows: found } = await sql<Reading & (EventRow | { seq: null })>`
      select e.seq, e.room, e.name, e.body, pg_backend_pid() as backend, pg_current_snapshot()::text as snapshot
      from (select) now left join lateral (
        select seq, room, name, body from events
        where (xid >= pg_snapshot_xmax(${told}::pg_snapshot)
            or xid = any(array(select pg_snapshot_xip(${told}::pg_snapshot))) ${isNew})
          and pg_visible_in_snapshot(xid, coalesce(${rest?.until ?? null}::pg_snapshot, pg_current_snapshot()))
          and seq > ${rest?.seq ?? 0n}
        order by seq limit ${batch}
      ) e on true order by e.seq`.execute(db);
    const reading = found[0];
    if (reading === undefined) throw new Error('Without an event there is a row that says so.');
    const isOther = reading.backend !== backend;
    backend = reading.backend;
    if (isOther && !mayHaveCrashed) {
      mayHaveCrashed = true;
      return 0;
    }
    const rows = found.filter((row) => row.seq !== null);
    const until = rest?.until ?? reading.snapshot;
    const last = rows.at(-1);
    const isAll = rest === null && rows.length < batch;
    endRead?.(new Set(rows.map(({ room }) => room)), isAll);
    for (const { room, name, body } of rows) if (name !== forMemoryOnly) onEvent({ room, name, body });
    if (last !== undefined && last.seq > highest) highest = last.seq;
    if (isAll) mayHaveCrashed = false;
    if (last !== undefined && rows.length === batch) rest = { until, seq: last.seq };
    else {
      told = until;
      rest = null;
    }
    return isAll ? pollMs : 0;
  }

  async function loop(onEvent: (event: RoomEvent) => void): Promise<void> {
    while (!stopped.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      let pauseMs = pollMs;
      try {
        pauseMs = await readOn(onEvent);
        readAt = performance.now();
      } catch (error) {
        onError(error as Error);
      }
      if (pauseMs > 0) await Promise.race([woken, sleep(pauseMs)]);
    }
  }

  return {
    async start(onEvent) {
      const { rows } = await sql<Reading & { highest: bigint | null }>`
        select pg_backend_pid() as backend, pg_current_snapshot()::text as snapshot,
          pg_sequence_last_value(pg_get_serial_sequence('events', 'seq')) as highest`.execute(db);
      told = rows[0]?.snapshot ?? told;
      backend = rows[0]?.backend ?? backend;
      highest = rows[0]?.highest ?? highest;
      hints.on('events', () => {
        changes?.hinted();
        wake?.();
      });
      running = loop(onEvent);
    },
    lagMs: () => Math.max(0, performance.now() - readAt - pollMs),
    async stop() {
      stopped.abort();
      wake?.();
      await running;
    },
  };
}
