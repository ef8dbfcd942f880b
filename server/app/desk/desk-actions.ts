import type { ListedDonation } from '#contract/donation.ts';
import { Problem } from '#contract/problem.ts';
import { approve, dismiss, play, reject } from '#server/domain/alert.ts';
import type { DeskCaller } from './desk-caller.ts';
import type { Ports } from '#server/app/ports.ts';
import { presentDonation } from '#server/app/donations/present-donation.ts';

type Deps = Pick<Ports, 'desk' | 'clock'>;

/** Puts an alert of the tray back in the queue. Throws `Problem`: `alert_not_found`, `alert_already_settled`. */
export async function playAlert({ desk, clock }: Deps, by: DeskCaller, alertId: string): Promise<void> {
  const now = clock.now();
  await desk.decide(by, { alertId, action: 'play', decide: (alert) => play(alert, now) }, now);
}

/** Settles an alert without showing it. Throws `Problem`: `alert_not_found`, `alert_already_settled`. */
export async function dismissAlert({ desk, clock }: Deps, by: DeskCaller, alertId: string): Promise<void> {
  const now = clock.now();
  await desk.decide(by, { alertId, action: 'dismiss', decide: (alert) => dismiss(alert, now) }, now);
}

/** Lets a held alert be shown, masked or not. Throws `Problem`: `alert_not_found`, `alert_already_settled`. */
export async function approveAlert(
  { desk, clock }: Deps,
  by: DeskCaller,
  { alertId, mask }: { alertId: string; mask: boolean | undefined },
): Promise<void> {
  const now = clock.now();
  const action = mask === true ? 'approve_masked' : 'approve';
  await desk.decide(by, { alertId, action, decide: (alert) => approve(alert, mask, now) }, now);
}

/** Has an alert never be shown. Throws `Problem`: `alert_not_found`, `alert_already_settled`. */
export async function rejectAlert({ desk, clock }: Deps, by: DeskCaller, alertId: string): Promise<void> {
  const now = clock.now();
  await desk.decide(by, { alertId, action: 'reject', decide: (alert) => reject(alert, now) }, now);
}

/** Blocks a donation, paid or not yet. Repeating changes nothing. Throws `Problem('donation_not_found')`. */
export async function blockDonation(
  { desk, donations, clock }: Pick<Ports, 'desk' | 'donations' | 'clock'>,
  by: DeskCaller,
  donationId: string,
): Promise<ListedDonation> {
  await desk.block(by, donationId, clock.now());
  return await readDonation({ donations }, donationId);
}

/**
 * Takes a block back, and with `show` plays it once. Repeating changes nothing, and plays nothing. Throws
 * `Problem('donation_not_found')`.
 */
export async function unblockDonation(
  { desk, donations, clock }: Pick<Ports, 'desk' | 'donations' | 'clock'>,
  by: DeskCaller,
  { donationId, show }: { donationId: string; show: boolean },
): Promise<ListedDonation> {
  await desk.unblock(by, donationId, { show, now: clock.now() });
  return await readDonation({ donations }, donationId);
}

async function readDonation({ donations }: Pick<Ports, 'donations'>, id: string): Promise<ListedDonation> {
  const donation = await donations.find(id);
  if (donation === null) throw new Problem('donation_not_found');
  return presentDonation(donation);
}
