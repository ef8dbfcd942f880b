import type { Alert } from '#server/app/desk/alert-view.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import type { Donation } from '#server/domain/donation.ts';
import { loadAlert } from './alert-rows.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { silence, storeAlert } from './decide-alerts.ts';
import { saveDonation } from '#server/postgres/donations/save-donation.ts';

/** A donation that is to be blocked, with the ids of its alerts that are not settled, and what is still heard of any. */
export interface Blocking {
  before: Donation;
  after: Donation;
  alertIds: readonly string[];
  heard: Alert | null;
}

/**
 * Stores that a donation is blocked, settles its alerts and takes them off the stream, a clip that outlasts its card too.
 * The caller holds the locks on the donation and on the queue.
 */
export async function settleBlocked(
  trx: Trx,
  by: DeskCaller,
  { before, after, alertIds, heard }: Blocking,
  now: Date,
): Promise<void> {
  const { userId } = before;
  const alerts = await loadAlerts(trx, userId, alertIds);
  await saveDonation(trx, before, after);
  const settledHow = after.blockedFor === null ? 'rejected' : 'dismissed';
  for (const alert of alerts) {
    const settled: Alert = { ...alert, settledAt: now, settledHow };
    await storeAlert(trx, by, { before: alert, after: settled, donation: null }, now);
  }
  if (heard?.donation?.id === before.id) await silence(trx, userId, heard.id, now);
}

async function loadAlerts(trx: Trx, userId: string, ids: readonly string[]): Promise<Alert[]> {
  const alerts: Alert[] = [];
  for (const alertId of ids) {
    const alert = await loadAlert(trx, { userId, alertId });
    if (alert !== null && alert.settledAt === null) alerts.push(alert);
  }
  return alerts;
}
