import { Problem } from '#contract/problem.ts';
import type { Trx } from '#server/postgres/connection/database.ts';

/**
 * Locks the row of an account that is to get something new, or to be deleted: two requests that come at once must not both
 * be the last one allowed, and nothing is made that its deletion would not find. Throws `Problem('unauthorized')` when it
 * is deleted.
 */
export async function lockAccount(
  trx: Trx,
  userId: string,
): Promise<{ deletes_at: Date | null; accepting_donations: boolean }> {
  return await trx
    .selectFrom('users')
    .select(['deletes_at', 'accepting_donations'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Problem('unauthorized'));
}
