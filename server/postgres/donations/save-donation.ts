import { type CompiledQuery, sql } from 'kysely';
import type { Streamer } from '#server/app/account-ports.ts';
import { presentDonation, presentPublic } from '#server/app/donations/present-donation.ts';
import { rooms } from '#server/app/rooms.ts';
import type { StreamOutlook } from '#server/app/donations/stream-outlook.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { balanceLamports, type ChainEntry, type Donation, statusOf } from '#server/domain/donation.ts';
import { isEndUnstated, passableOf } from '#server/domain/passing-on.ts';
import { isUnseen } from '#server/domain/unseen-change.ts';
import { isSettled } from '#server/domain/entries.ts';
import { judgeDonation, type Verdict } from '#server/domain/moderation/judge-donation.ts';
import { type PaymentSettingsRow, toAlertSettings } from '#server/postgres/alerts/alert-settings-store.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { toEntryRow, toPaidValue } from './donation-rows.ts';
import { blockColumns, blocksLike, meetBlocks, saveMeeting } from '#server/postgres/alerts/meet-blocks.ts';
import { type AnyEvent, emission, hint } from '#server/postgres/connection/outbox.ts';
import { runTogether, sendAhead } from '#server/postgres/connection/run-together.ts';
import { alertChangeOf, hasNewAlert, lookAtQueue, saveAlert, withAlertChange } from './save-alert.ts';
import { postsOf } from './tell-posts.ts';
import { saveTokenSide } from './save-token-side.ts';
import { outlookColumn, toOutlook } from './stream-outlook.ts';
import {
  endAsFinal,
  followAgain,
  sweepJobChange,
  waitForFinality,
} from '#server/postgres/money/sweep-jobs.ts';
import { hooksOfStreamer, webhookDeliveries } from './tell-webhooks.ts';
import { entryInsert, valueOfPayments } from './value-payments.ts';

/** What was stored. */
export interface Saved {
  /** The donation with the value that its payments have in the books, blocked where the block list fits it. */
  after: Donation;
  /** For how many seconds an alert that went out was kept waiting by nothing but us; null when none went out. */
  alertDelay: number | null;
}

/**
 * Stores the way from one state of a donation to the next: row, entries, watch, the one payment alert, the sweep
 * job, and the events that tell everyone. The caller holds the lock on the row.
 *
 * With a `pace` an alert that may go at once goes out in this very transaction, without the way over the dispatcher
 * (docs/decisions/026). Where the payment makes its alert now, the block list is met; what it says is stored with it.
 */
export async function saveDonation(
  trx: Trx,
  before: Donation,
  wanted: Donation,
  pace: AlertPace | null = null,
): Promise<Saved> {
  if (isUnseen(before, wanted)) {
    await saveUnseen(trx, before, wanted);
    return { after: wanted, alertDelay: null };
  }
  const expected = alertChangeOf(before, wanted);
  const [told, , facts, , jobs, , , , , settings, queue, blocks] = await runTogether(trx, [
    whoIsTold(trx, wanted),
    saveEntries(trx, before, wanted),
    saveFacts(trx, before, wanted),
    saveWatch(trx, before, wanted),
    saveSweepJob(trx, before, wanted),
    putOffSweepJob(trx, before, wanted),
    followAgain(trx, 'sweeps', wanted.id, before, wanted),
    endFinalSweeps(trx, before, wanted),
    ...lookAtQueue(trx, wanted, expected),
    expected?.alert == null ? null : blocksLike(trx, wanted),
  ]);
  if (wanted.token !== null) await saveTokenSide(trx, before, wanted);
  const stored = facts.rows[0];
  if (stored === undefined) throw new Error('The row of the donation is locked: it cannot be missing.');
  const valued = { ...wanted, value: toPaidValue(stored) };
  const after = meetBlocks(valued, blocks?.rows ?? [], queue?.rows[0]?.now ?? new Date());
  const change = alertChangeOf(before, after);
  const streamer = told.rows[0];
  if (streamer === undefined) throw new Error('A donation belongs to a streamer: the foreign key says so.');
  const verdict = hasNewAlert(change) ? judge(after, settings?.rows[0]) : null;
  const known = toOutlook(streamer.outlook);
  const outlook = withAlertChange(known, change, verdict);
  const deliveries = webhookDeliveries(trx, streamer, before, after);
  const posts = hasNewAlert(change) && streamer.hasPosts ? postsOf(trx, after) : [];
  const besides = {
    events: newsOf(after, { ...streamer, outlook }),
    statements: [...(after === valued ? [] : [saveMeeting(trx, after)]), ...deliveries, ...posts],
  };
  if ((jobs?.numAffectedRows ?? 0n) > 0n) await hint(trx, 'sweep');
  if (deliveries.length > 0) await hint(trx, 'webhooks');
  if (posts.length > 0) await hint(trx, 'posts');
  await hint(trx, 'events');
  if (change !== null) {
    const isFirst = known.alert === null;
    const saving = { after, change, verdict, isFirst, pace, besides, now: streamer.now };
    return { after, alertDelay: await saveAlert(trx, saving, queue?.rows[0]) };
  }
  await sendAhead(trx, [...besides.statements, emission(trx, besides.events)]);
  return { after, alertDelay: null };
}

/** What the streamer's settings say of it now. */
function judge(donation: Donation, settings: PaymentSettingsRow | undefined): Verdict {
  const judged = { ...donation, hasClip: donation.clip !== null };
  const isOfNewDonor = settings?.isOfNewDonor ?? false;
  return judgeDonation({ ...judged, isOfNewDonor }, toAlertSettings(settings));
}

/** Nobody is told, so that every page and every process is spared it: only watch and job may have something to do with it. */
async function saveUnseen(trx: Trx, before: Donation, after: Donation): Promise<void> {
  if (after.token !== null) await saveTokenSide(trx, before, after);
  const job = saveSweepJob(trx, before, after);
  await sendAhead(trx, [
    saveEntries(trx, before, after),
    saveWatch(trx, before, after),
    job,
    putOffSweepJob(trx, before, after),
    followAgain(trx, 'sweeps', after.id, before, after),
    endFinalSweeps(trx, before, after),
  ]);
  if (job !== null) await hint(trx, 'sweep');
}

/** The streamer, and who else is told of a change. */
function whoIsTold(trx: Trx, donation: Donation) {
  return trx
    .selectFrom('users')
    .select([
      'username',
      'donation_code as donationCode',
      'deleted_at as deletedAt',
      'has_posts as hasPosts',
      hooksOfStreamer.as('hooks'),
      outlookColumn(donation).as('outlook'),
      sql<Date>`now()`.as('now'),
    ])
    .where('id', '=', donation.userId)
    .compile();
}

function changedEntries(before: Donation, after: Donation): ChainEntry[] {
  // Anybody may send dust without end.
  const known = new Set(before.entries);
  return after.entries.filter((entry) => !known.has(entry));
}

function saveEntries(trx: Trx, before: Donation, after: Donation): CompiledQuery | null {
  const changed = changedEntries(before, after);
  if (changed.length === 0) return null;
  return entryInsert(
    trx,
    changed.map((entry) => toEntryRow(after, entry)),
  );
}

function endFinalSweeps(trx: Trx, before: Donation, after: Donation): CompiledQuery | null {
  const leaving = after.entries.filter(({ lamports }) => lamports <= 0n);
  return endAsFinal(trx, 'sweeps', after.id, before, { entries: leaving });
}

/** Comes after the entries. The value of the payments is the database's to reckon; it gives it back. */
function saveFacts(trx: Trx, before: Donation, after: Donation) {
  const update = trx.updateTable('donations');
  // What is paid in a token has no price here; SOL that came beside it is not what was given.
  const isRevalued = after.entries !== before.entries && after.token === null;
  const revalued = update.from(valueOfPayments(sql`${after.address}`).as('v')).set({
    fiat_currency: sql`v.currency`,
    fiat_minor: sql`v.minor`,
    fiat_price_micros: sql`v.price`,
  });
  return (isRevalued ? revalued : update)
    .set({
      received_lamports: after.receivedLamports,
      ...(after.token !== null && { received_units: String(after.token.receivedUnits) }),
      late: after.late,
      paid_at: after.paidAt,
      shown_at: after.shownAt,
      settled_how: after.settledHow,
      swept_at: after.sweptAt,
      transfer_signature: after.transferSignature,
      expired_at: after.expiredAt,
      failed_at: after.failedAt,
      blocked_at: after.blockedAt,
      ...blockColumns(after.blockedFor),
      ...(statusOf(after) === 'PENDING' ? {} : { creator: null }),
    })
    .where('id', '=', after.id)
    .returning(['fiat_currency', 'fiat_price_micros', 'fiat_minor'])
    .compile();
}

/** Null where nothing changes of what the watch knows. Where its process read it by itself, it is everybody's from then on. */
function saveWatch(trx: Trx, before: Donation, after: Donation): CompiledQuery | null {
  const isSameBalance = balanceLamports(before) === balanceLamports(after);
  if (isSameBalance && (statusOf(before) === 'PENDING') === (statusOf(after) === 'PENDING')) return null;
  return trx
    .updateTable('watches')
    .set({
      known_lamports: balanceLamports(after),
      is_open: statusOf(after) === 'PENDING',
      ...(statusOf(before) === 'PENDING' && {
        next_read_at: sql`least(next_read_at, now() + interval '30 seconds')`,
      }),
      ...(statusOf(after) === 'PENDING' ? {} : { process_id: null }),
    })
    .where('donation_id', '=', after.id)
    .compile();
}

function saveSweepJob(trx: Trx, before: Donation, after: Donation): CompiledQuery | null {
  return sweepJobChange(trx, 'sweep_jobs', after.id, {
    before: passableOf(before),
    after: passableOf(after),
    maySettle: changedEntries(before, after).some(isSettled),
    isEndUnstated: isEndUnstated(after),
  });
}

function putOffSweepJob(trx: Trx, before: Donation, after: Donation): CompiledQuery | null {
  const seen = changedEntries(before, after).filter((entry) => entry.lamports < 0n && !isSettled(entry));
  if (seen.length === 0) return null;
  return waitForFinality(
    trx,
    after.id,
    seen.map(({ signature }) => signature),
  );
}

/** What the donor's page and the streamer's hear of it. */
function newsOf(
  after: Donation,
  streamer: Pick<Streamer, 'username' | 'donationCode' | 'deletedAt'> & { outlook: StreamOutlook },
): AnyEvent[] {
  const told = presentPublic(after, streamer, streamer.outlook);
  return [
    { room: rooms.donation(after.id), name: 'donation_updated', body: told },
    { room: rooms.streamer(after.userId), name: 'donation_changed', body: presentDonation(after) },
  ];
}
