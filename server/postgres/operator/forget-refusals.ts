import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';
import { deleteInParts } from '#server/postgres/connection/delete-in-parts.ts';

/** What strangers can have written into the audit log, as often as the limits let them. */
const refusals = [
  'sign_in_refused',
  'password_refused',
  'code_refused',
  'recovery_code_refused',
  'recovery_refused',
];

const forgottenAfterDays = 90;
const forgottenAtOnce = 1000;

/**
 * Forgets refused acts of the audit log that are long over; acts that were done stay. Each part looks at the oldest of each
 * kind, in the index by kind, and deletes those of them that are past their time.
 */
export async function forgetRefusals(db: Database, signal?: AbortSignal): Promise<void> {
  await deleteInParts(async () => {
    const { numAffectedRows } = await sql`
      delete from audit where id = any(array(
        select id from audit where id in (
          select oldest.id from unnest(${refusals}::text[]) as refused (action), lateral (
            select id, at from audit where action = refused.action order by id limit ${forgottenAtOnce}) oldest
          where oldest.at < now() - ${forgottenAfterDays} * interval '1 day')
        for update skip locked))`.execute(db);
    return (numAffectedRows ?? 0n) >= BigInt(forgottenAtOnce);
  }, signal);
}
