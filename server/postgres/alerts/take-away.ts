import { sql } from 'kysely';
import type { Alert } from '#server/app/desk/alert-view.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import type { Donation } from '#server/domain/donation.ts';
import { findBlock } from '#server/domain/moderation/block-list.ts';
import { findStillHeard } from './alert-rows.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { blockedBy, type BlockRow } from './meet-blocks.ts';
import { settleBlocked } from './settle-blocked.ts';

/** A donation with alerts that are not settled, or one that is still heard, as far as a block list is concerned. */
interface Waiting {
  id: string;
  donatorName: string;
  message: string;
  payers: string[];
  alertIds: string[];
}

/**
 * Thrown in a transaction that has come upon donations which it has not locked: they came between its first look and the
 * lock on the queue, and may be locked by somebody who waits for that. It is rolled back and begun anew.
 */
export class Overtaken extends Error {}

/** Ids of the donations on or before the stream that an entry fits, in the order in which everybody locks donations. */
export async function findWaiting(
  trx: Trx,
  userId: string,
  entries: readonly Pick<BlockRow, 'kind' | 'value'>[],
): Promise<string[]> {
  const heard = await findStillHeard(trx, userId);
  return (await listWaiting(trx, userId, { entries, heard })).map(({ id }) => id);
}

/**
 * Takes away the alerts that these entries fit, and what counts as shown already while it is still heard. The caller has
 * locked the donations of `locked` and then the queue. Returns how many donations there were. Throws `Overtaken`.
 */
export async function takeAway(
  trx: Trx,
  {
    by,
    entries,
    locked,
  }: { by: DeskCaller; entries: readonly BlockRow[]; locked: ReadonlyMap<string, Donation> },
  now: Date,
): Promise<number> {
  let count = 0;
  const { userId } = by;
  const heard = await findStillHeard(trx, userId);
  for (const { id, alertIds } of await listWaiting(trx, userId, { entries, heard })) {
    const before = locked.get(id);
    if (before === undefined) throw new Overtaken();
    const after = blockedBy(before, entries, now);
    if (after === before) continue;
    await settleBlocked(trx, by, { before, after, alertIds, heard }, now);
    count += 1;
  }
  return count;
}

async function listWaiting(
  trx: Trx,
  userId: string,
  { entries, heard }: { entries: readonly Pick<BlockRow, 'kind' | 'value'>[]; heard: Alert | null },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select d.id, d.donator_name as "donatorName", d.message, w.alert_ids as "alertIds", array(
             select unnest(payers) from chain_entries e
             where e.address = d.address and succeeded and not dropped and lamports > 0
             union select unnest(payers) from token_entries e
             where e.donation_id = d.id and succeeded and not dropped and units > 0) as payers
    from (
      select donation_id, coalesce(array_agg(id order by seq) filter (where state <> 'settled'), '{}') as alert_ids
      from alerts
      where user_id = ${userId} and (state <> 'settled' or id = ${heard?.id ?? null}) and donation_id is not null
      group by donation_id
    ) w join donations d on d.id = w.donation_id
    where d.blocked_at is null
    order by d.id`.execute(trx);
  return rows.filter((row) => findBlock(row, entries) !== null);
}
