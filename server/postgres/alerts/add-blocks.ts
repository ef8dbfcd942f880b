import { sql } from 'kysely';
import { type Blocked, mostBlocks } from '#contract/blocks.ts';
import { Problem } from '#contract/problem.ts';
import type { BlockAddition } from '#server/app/alert-ports.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import { payersOf } from '#server/domain/donation.ts';
import { blockKeysOf, type BlockWish } from '#server/domain/moderation/block-list.ts';
import { loadAlert } from './alert-rows.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { writeDeskLog } from './desk-log.ts';
import { loadDonation } from '#server/postgres/donations/donation-rows.ts';
import { lockDonations } from '#server/postgres/donations/lock-donations.ts';
import type { BlockRow } from './meet-blocks.ts';
import { findWaiting, takeAway } from './take-away.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** An entry with how it is looked up. */
type Keyed = BlockWish & { key: string; folded: string };

/** What everybody is called who gives no name, as names are compared. */
const nobodysName = 'anonymous';

/** See `BlockStore.add`. Throws `Overtaken` where it has to be begun anew. */
export async function addBlocks(
  trx: Trx,
  by: DeskCaller,
  wanted: BlockAddition,
  now: Date,
): Promise<Blocked> {
  const wishes = (await readWishes(trx, by, wanted)).map(keyed);
  const locked = await lockDonations(trx, await findWaiting(trx, by.userId, wishes));
  await wakeQueue(trx, by.userId);
  const entries: BlockRow[] = [];
  for (const wish of wishes) entries.push(await enter(trx, by, wish, now));
  const takenAway = await takeAway(trx, { by, entries, locked }, now);
  await tellWaiting(trx, by.userId);
  const isHidden = ({ kind }: BlockRow): boolean => kind === 'wallet' && by.hidesAmounts;
  return {
    entries: entries.map((entry) => ({ ...entry, value: isHidden(entry) ? null : entry.value })),
    takenAway,
  };
}

async function readWishes(trx: Trx, by: DeskCaller, wanted: BlockAddition): Promise<BlockWish[]> {
  if ('value' in wanted) return [wanted];
  const id = 'donationId' in wanted ? wanted.donationId : await donationOfAlert(trx, by, wanted.alertId);
  const donation = await loadDonation(trx, { id });
  if (donation === null || donation.userId !== by.userId) throw new Problem('donation_not_found');
  if (wanted.kind === 'name') return [{ kind: 'name', value: donation.donatorName }];
  const payers = payersOf(donation);
  if (payers.length === 0) throw new Problem('payer_unknown');
  return payers.map((value) => ({ kind: 'wallet', value }));
}

/** A test is nobody's donation: there is nobody to block. */
async function donationOfAlert(trx: Trx, by: DeskCaller, alertId: string): Promise<string> {
  const alert = await loadAlert(trx, { userId: by.userId, alertId });
  if (alert?.donation == null) throw new Problem('alert_not_found');
  return alert.donation.id;
}

function keyed(wish: BlockWish): Keyed {
  const keys = blockKeysOf(wish);
  if (keys === null) throw new Problem('word_not_blockable');
  if (wish.kind === 'name' && keys.folded === nobodysName) throw new Problem('name_not_blockable');
  return { ...wish, ...keys };
}

/** The entry that has the same meaning, or a new one. The lock on the queue keeps everybody else from the list. */
async function enter(trx: Trx, by: DeskCaller, wish: Keyed, now: Date): Promise<BlockRow> {
  const { userId, name, role } = by;
  const { kind, value, key, folded } = wish;
  const { rows } = await sql<BlockRow & { isSame: boolean; count: bigint }>`
    select id, kind, value, folded = ${folded} as "isSame", count(*) over () as count from blocks
    where user_id = ${userId} and kind = ${kind} order by folded = ${folded} desc limit 1`.execute(trx);
  const [first] = rows;
  if (first?.isSame === true) return { id: first.id, kind: first.kind, value: first.value };
  if (Number(first?.count ?? 0n) >= mostBlocks) throw new Problem('too_many_blocks');
  const { id } = await trx
    .insertInto('blocks')
    .values({ user_id: userId, kind, value, key, folded, created_at: now, added_by: name, role })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeDeskLog(trx, by, `block_${kind}`, value);
  return { id, kind, value };
}
