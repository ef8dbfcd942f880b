import { sql } from 'kysely';
import { presentDonation, presentPublic } from '#server/app/present-donation.ts';
import { rooms } from '#server/app/rooms.ts';
import {
  alertOf,
  balanceLamports,
  type Donation,
  isEndUnstated,
  isSweepDue,
  paidSlotOf,
  statusOf,
} from '#server/domain/donation.ts';
import { judgeDonation } from '#server/domain/moderation/judge-donation.ts';
import { readAlertSettings } from './alert-settings-store.ts';
import type { Trx } from './database.ts';
import { toEntryRow } from './donation-rows.ts';
import { emit, hint } from './outbox.ts';
import { tellPresence } from './overlay-presence.ts';
import { tellWebhooks } from './tell-webhooks.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/**
 * Stores the way from one state of a donation to the next: row, entries, watch, the one payment alert, the sweep
 * job, and the events that tell everyone. The caller holds the lock on the row.
 */
export async function saveDonation(trx: Trx, before: Donation, after: Donation): Promise<void> {
  await saveEntries(trx, before, after);
  await saveFacts(trx, after);
  await saveWatch(trx, after);
  await saveAlert(trx, before, after);
  if (isSweepDue(after)) await requestSweep(trx, after);
  else if (after.entries !== before.entries) await wakeSweep(trx, after, isEndUnstated(after));
  await tellEveryone(trx, after);
  await tellWebhooks(trx, before, after);
}

async function saveEntries(trx: Trx, before: Donation, after: Donation): Promise<void> {
  const changed = after.entries.filter((entry) => !before.entries.includes(entry));
  if (changed.length === 0) return;
  await trx
    .insertInto('chain_entries')
    .values(changed.map((entry) => toEntryRow(after.address, entry)))
    .onConflict((conflict) =>
      conflict.columns(['address', 'signature']).doUpdateSet((eb) => ({
        slot: eb.ref('excluded.slot'),
        block_time: eb.ref('excluded.block_time'),
        lamports: eb.ref('excluded.lamports'),
        fee_lamports: eb.ref('excluded.fee_lamports'),
        succeeded: eb.ref('excluded.succeeded'),
        finalized: eb.ref('excluded.finalized'),
        dropped: eb.ref('excluded.dropped'),
      })),
    )
    .execute();
}

async function saveFacts(trx: Trx, after: Donation): Promise<void> {
  await trx
    .updateTable('donations')
    .set({
      received_lamports: after.receivedLamports,
      late: after.late,
      paid_at: after.paidAt,
      shown_at: after.shownAt,
      settled_how: after.settledHow,
      swept_at: after.sweptAt,
      transfer_signature: after.transferSignature,
      expired_at: after.expiredAt,
      failed_at: after.failedAt,
      blocked_at: after.blockedAt,
      ...(statusOf(after) === 'PENDING' ? {} : { creator: null }),
    })
    .where('id', '=', after.id)
    .execute();
}

async function saveWatch(trx: Trx, after: Donation): Promise<void> {
  await trx
    .updateTable('watches')
    .set({
      known_lamports: balanceLamports(after),
      is_open: statusOf(after) === 'PENDING',
      ...(statusOf(after) === 'PENDING' ? {} : { process_id: null }),
    })
    .where('donation_id', '=', after.id)
    .execute();
}

/** The queue's row is locked before its alerts, as in the steps of the queue itself: so neither waits for the other. */
async function saveAlert(trx: Trx, before: Donation, after: Donation): Promise<void> {
  const alert = alertOf(before, after);
  const isSettledNow = before.shownAt === null && after.shownAt !== null;
  const hasHealed = before.failedAt !== null && after.failedAt === null;
  if (alert === null && !isSettledNow && !hasHealed) return;
  await wakeQueue(trx, after.userId);
  if (alert !== null) await insertAlert(trx, after, alert);
  if (isSettledNow) await settleAlert(trx, after);
  await tellWaiting(trx, after.userId);
}

/** What the streamer's settings say of it now is decided here, with the payment. */
async function insertAlert(trx: Trx, after: Donation, where: 'queue' | 'tray'): Promise<void> {
  const { isHeld, isMasked, foundWords } = judgeDonation(after, await readAlertSettings(trx, after.userId));
  await trx
    .insertInto('alerts')
    .values({
      user_id: after.userId,
      donation_id: after.id,
      kind: 'payment',
      place: after.paidAt ?? sql<Date>`now()`,
      place_slot: paidSlotOf(after) ?? 0n,
      trayed_at: where === 'tray' ? sql<Date>`now()` : null,
      held_at: isHeld ? sql<Date>`now()` : null,
      is_masked: isMasked,
      found_words: foundWords,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function settleAlert(trx: Trx, after: Donation): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ settled_at: after.shownAt, settled_how: after.settledHow })
    .where('donation_id', '=', after.id)
    .where('kind', '=', 'payment')
    .where('settled_at', 'is', null)
    .execute();
  await tellPresence(trx, after.userId);
}

/** A raised fence keeps a worker that is just finishing from removing what was asked for meanwhile. */
async function requestSweep(trx: Trx, after: Donation): Promise<void> {
  await trx
    .insertInto('sweep_jobs')
    .values({ donation_id: after.id })
    .onConflict((conflict) =>
      conflict.column('donation_id').doUpdateSet({
        next_attempt_at: sql<Date>`now()`,
        attempts: 0,
        fence: sql<bigint>`sweep_jobs.fence + 1`,
      }),
    )
    .execute();
  await hint(trx, 'sweep');
}

/**
 * A transfer on its way may just have become final: whoever follows it looks at once. Where nobody does and the end of
 * the money is not stated, somebody is asked to.
 */
async function wakeSweep(trx: Trx, after: Donation, isEndOpen: boolean): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sweep_jobs')
    .set({ next_attempt_at: sql<Date>`now()` })
    .where('donation_id', '=', after.id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n && isEndOpen) return await requestSweep(trx, after);
  if (numUpdatedRows > 0n) await hint(trx, 'sweep');
}

async function tellEveryone(trx: Trx, after: Donation): Promise<void> {
  const streamer = await trx
    .selectFrom('users')
    .select(['username', 'donation_code as donationCode'])
    .where('id', '=', after.userId)
    .executeTakeFirstOrThrow();
  await emit(trx, {
    room: rooms.donation(after.id),
    name: 'donation_updated',
    body: presentPublic(after, streamer),
  });
  await emit(trx, {
    room: rooms.streamer(after.userId),
    name: 'donation_changed',
    body: presentDonation(after),
  });
}
