import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/postgres/connection/database.ts';
import { listLiving } from '#server/postgres/operator/list-processes.ts';
import type { Terminal } from './terminal.ts';
import { sayCount } from './words.ts';

/** Longer than a server needs until it comes to an address that is due and has read it, with all repeats. */
const serverNeedsMs = 20_000;
const againMs = 1000;

/** How what differs is read. */
interface Reading<T> {
  /** Makes it due for a server. */
  lookNow: (one: T) => Promise<void>;
  /** Compares all of these anew. */
  judge: (open: readonly T[]) => Promise<T[]>;
  differs: (one: T) => boolean;
  terminal: Pick<Terminal, 'progress'>;
}

/**
 * Says of what differs how it stands once the server has had time to read it: an address that is past its time is read once
 * a minute, an hour or a day, by its age, and what came to it in between is no difference. Where no server runs nobody
 * would read it, and it is returned as it is.
 */
export async function judgeOnceRead<T>(
  db: Database,
  differing: readonly T[],
  { lookNow, judge, differs, terminal }: Reading<T>,
): Promise<T[]> {
  if (differing.length === 0 || (await listLiving(db)).length === 0) return [...differing];
  for (const one of differing) await lookNow(one);
  const settled: T[] = [];
  let open = [...differing];
  for (const end = performance.now() + serverNeedsMs; open.length > 0 && performance.now() < end;) {
    terminal.progress(
      `  Books and chain differ in ${sayCount(open.length, 'place')}: the server reads again`,
    );
    await sleep(againMs);
    const judged = await judge(open);
    settled.push(...judged.filter((one) => !differs(one)));
    open = judged.filter(differs);
  }
  return [...settled, ...open];
}
