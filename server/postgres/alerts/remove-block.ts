import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import { applyUnblocked, type Donation } from '#server/domain/donation.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { writeDeskLog } from './desk-log.ts';
import { lockDonations } from '#server/postgres/donations/lock-donations.ts';
import { saveDonation } from '#server/postgres/donations/save-donation.ts';
import { Overtaken } from './take-away.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** For so long tools and moderators can take back what they have blocked. */
const ownBlockMs = 600_000;
/** What was blocked longer ago, or is more than this, belongs on no stream by itself: the hour of catching up. */
const restoredMs = 3_600_000;
const mostRestored = 50;

/** See `BlockStore.remove`. Throws `Overtaken` where it has to be begun anew. */
export async function removeBlock(
  trx: Trx,
  by: DeskCaller,
  id: string,
  { restore, now }: { restore: boolean; now: Date },
): Promise<number> {
  const locked = await lockDonations(trx, restore ? await listBlocked(trx, by, id, now) : []);
  await wakeQueue(trx, by.userId);
  await deleteEntry(trx, by, id, now);
  const blocked = restore ? await listBlocked(trx, by, id, now) : [];
  let restored = 0;
  for (const donationId of blocked) {
    const donation = locked.get(donationId);
    if (donation === undefined) throw new Overtaken();
    await saveDonation(trx, donation, applyUnblocked(donation));
    restored += await putBack(trx, donation);
    await letBeReplayed(trx, donation);
  }
  await tellWaiting(trx, by.userId);
  return restored;
}

async function deleteEntry(trx: Trx, by: DeskCaller, id: string, now: Date): Promise<void> {
  const entry = isUuid(id)
    ? await trx
        .deleteFrom('blocks')
        .where('id', '=', id)
        .where('user_id', '=', by.userId)
        .returning(['kind', 'value', 'added_by as addedBy', 'role', 'created_at as createdAt'])
        .executeTakeFirst()
    : undefined;
  if (entry === undefined) throw new Problem('block_not_found');
  const isOwn = entry.addedBy === by.name && entry.role === by.role;
  const isNew = entry.createdAt.getTime() + ownBlockMs > now.getTime();
  const mayTakeBack =
    by.role === 'streamer' || (isOwn && isNew && !(await hasNamesake(trx, by, entry.createdAt)));
  if (!mayTakeBack) throw new Problem('not_your_block');
  await writeDeskLog(trx, by, `unlist_${entry.kind}`, entry.value);
}

/** Whether another token than the caller's has had this name since then: which of them blocked is written nowhere. */
async function hasNamesake(trx: Trx, { userId, name, role }: DeskCaller, since: Date): Promise<boolean> {
  const { count } = await trx
    .selectFrom('access_tokens')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .where('scope', '=', role === 'moderator' ? 'moderator' : 'alerts')
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>=', since)]))
    .executeTakeFirstOrThrow();
  return Number(count) > 1;
}

/** Donations that an entry has blocked lately, and that are still blocked; the newest. */
async function listBlocked(trx: Trx, by: DeskCaller, blockId: string, now: Date): Promise<string[]> {
  if (!isUuid(blockId)) return [];
  const rows = await trx
    .selectFrom('donations')
    .select('id')
    .where('block_id', '=', blockId)
    .where('user_id', '=', by.userId)
    .where('blocked_at', '>', new Date(now.getTime() - restoredMs))
    .orderBy('blocked_at', 'desc')
    .orderBy('id')
    .limit(mostRestored)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The alert of a donation once more, where it was before the block settled it: in the same place of the queue, in the
 * tray, or waiting for approval. What is settled stays settled, so it comes as a replay. Returns how many came back: none
 * where all of it had been shown.
 */
async function putBack(trx: Trx, { id, userId, blockedAt }: Donation): Promise<number> {
  const { rows } = await sql`
    insert into alerts (user_id, donation_id, kind, place, place_slot, goes_next, held_at, approved_at, trayed_at,
                        is_masked, found_words, held_for)
    select user_id, donation_id, 'replay', place, place_slot, goes_next, held_at, approved_at, trayed_at,
           is_masked, found_words, held_for
    from alerts
    where user_id = ${userId} and state = 'settled' and settled_at = ${blockedAt} and donation_id = ${id}
      and settled_how = 'dismissed'
    order by kind = 'payment' desc, seq limit 1
    returning 1`.execute(trx);
  return rows.length;
}

/** What the block took away while it was still heard, settled a moment before, is again what was shown last. */
async function letBeReplayed(trx: Trx, { id, userId, blockedAt }: Donation): Promise<void> {
  await sql`
    update alerts set taken_at = null
    where user_id = ${userId} and state = 'settled' and settled_at > ${blockedAt}::timestamptz - interval '2 minutes'
      and donation_id = ${id} and taken_at = ${blockedAt}`.execute(trx);
}
