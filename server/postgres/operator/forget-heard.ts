import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';
import { deleteInParts } from '#server/postgres/connection/delete-in-parts.ts';

const heardAfterMinutes = 60;
const forgottenAtOnce = 2000;

/**
 * Forgets events that every socket has long heard, the oldest first. What another process is forgetting is left to it.
 *
 * A part is a stretch of time, and its end is looked up in the index first: a planner that does not know how many old
 * rows there are would read and sort them all for the oldest ones. Each part begins where the one before ended, since
 * deleted rows stay in the index until a vacuum.
 */
export async function forgetHeard(db: Database, signal?: AbortSignal): Promise<void> {
  let from = '-infinity';
  await deleteInParts(async () => {
    const { rows } = await sql<{ upTo: string; mayBeMore: boolean }>`
      with bounds as (
        select now() - ${heardAfterMinutes} * interval '1 minute' as heard, (
          select at from events where at > ${from}::timestamptz order by at offset ${forgottenAtOnce} limit 1) as "full"),
      part as (select least(heard, "full") as "upTo", coalesce("full" < heard, false) as "mayBeMore" from bounds),
      forgotten as (
        delete from events where ctid = any(array(
          select ctid from events where at > ${from}::timestamptz and at <= (select "upTo" from part)
          for update skip locked)))
      select "upTo"::text, "mayBeMore" from part`.execute(db);
    const [part] = rows;
    from = part?.upTo ?? from;
    return part?.mayBeMore === true;
  }, signal);
}
