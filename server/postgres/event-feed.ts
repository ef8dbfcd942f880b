import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventFeed, Hints, RoomEvent } from '#server/app/ports.ts';
import type { ChangeListener } from '#server/app/reads/change-hearing.ts';
import type { Database } from './database.ts';
import { forMemoryOnly } from './outbox.ts';

const pollMs = 1000;
/** A row that is held back is looked at again after this share of the time that it has been, within these bounds. */
const heldBackPause = { share: 1 / 20, leastMs: 2, mostMs: 100 };
const batch = 500;
/** Reading that did not succeed for so long has failed. */
const silentMs = 10_000;

interface EventRow {
  seq: bigint;
  xid: string;
  room: string;
  name: RoomEvent['name'] | typeof forMemoryOnly;
  body: RoomEvent['body'];
  is_settled: boolean;
}

/**
 * Reads every committed event in order, woken by hints and once a second without one.
 *
 * Only rows of transactions older than every running one are read, so that no transaction that commits late is
 * skipped over. Within a batch they come in the order in which they were written. A long write transaction anywhere on the same server holds events back: keep ours short.
 *
 * `changes` is told of each row as soon as it can be read: whoever only forgets what has changed needs no order.
 */
export function createEventFeed(
  db: Database,
  hints: Hints,
  onError: (error: Error) => void,
  changes?: ChangeListener,
): EventFeed {
  const stopped = new AbortController();
  let wake: (() => void) | undefined;
  let cursor = { xid: '0', seq: 0n };
  let running = Promise.resolve();
  let readAt = -Infinity;
  /** Rows that were told to `changes` and come again, because they are held back. */
  let told = new Set<bigint>();
  /** The first row that is held back, and since when (`performance.now()`). */
  let held = { seq: -1n, since: 0 };

  /** Milliseconds until it is worth looking again: at once after a full batch, soon while a row is held back. */
  async function readOn(onEvent: (event: RoomEvent) => void): Promise<number> {
    const endRead = changes?.beginRead();
    // By the column, not by its text: as texts, 1000 comes before 999.
    const { rows } = await sql<EventRow>`
      select seq, xid::text as xid, room, name, body, xid < pg_snapshot_xmin(pg_current_snapshot()) as is_settled
      from events where (xid, seq) > (${cursor.xid}::xid8, ${cursor.seq})
      order by events.xid, seq limit ${batch}`.execute(db);
    const news = rows.filter(({ seq }) => !told.has(seq));
    told = new Set(rows.filter((row) => !row.is_settled).map(({ seq }) => seq));
    endRead?.(new Set(news.map(({ room }) => room)), rows.length < batch);
    const firstHeld = rows.find((row) => !row.is_settled);
    const settled = firstHeld === undefined ? rows : rows.slice(0, rows.indexOf(firstHeld));
    for (const row of settled.toSorted((a, b) => Number(a.seq - b.seq))) {
      if (row.name !== forMemoryOnly) onEvent({ room: row.room, name: row.name, body: row.body });
    }
    cursor = settled.at(-1) ?? cursor;
    if (firstHeld !== undefined) return pauseWhileHeld(firstHeld.seq);
    return rows.length === batch ? 0 : pollMs;
  }

  function pauseWhileHeld(seq: bigint): number {
    const now = performance.now();
    if (seq !== held.seq) held = { seq, since: now };
    const { share, leastMs, mostMs } = heldBackPause;
    return Math.min(Math.max((now - held.since) * share, leastMs), mostMs);
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
      const { rows } = await sql<{ xid: string }>`
        select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text as xid`.execute(db);
      cursor = { xid: rows[0]?.xid ?? '0', seq: 9_223_372_036_854_775_807n };
      hints.on('events', () => {
        changes?.hinted();
        wake?.();
      });
      running = loop(onEvent);
    },
    isHeard: () => performance.now() - readAt < silentMs,
    async stop() {
      stopped.abort();
      wake?.();
      await running;
    },
  };
}
