import { Problem } from '#contract/problem.ts';
import type { Trx } from '#server/postgres/connection/database.ts';

/**
 * Locks the row of an account that is to get something new: two requests that come at once must not both be the last one
 * allowed, and nothing is made that its deletion would not find. Throws `Problem('unauthorized')` when it is deleted.
 */
export async function lockAccount(trx: Trx, userId: string): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Problem('unauthorized'));
}
