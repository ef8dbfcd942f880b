import { type DonationStats, type ListedDonation, paidStatuses } from '#contract/donation.ts';

/** How many recent donations the dashboard shows (spec §9). */
export const recentShown = 5;

/** Whether paid donations are missing among the most recent because unpaid ones fill their places. */
export function hasPushedOut(
  newest: readonly ListedDonation[],
  { totalDonations }: Pick<DonationStats, 'totalDonations'>,
): boolean {
  const paid = newest.filter(isPaid).length;
  return paid < Math.min(recentShown, totalDonations);
}

/** The recent donations, newest first: paid ones, and beside them as many unpaid ones as there is room for. */
export function recentOf(
  newest: readonly ListedDonation[],
  lastPaid: readonly ListedDonation[],
): ListedDonation[] {
  const all = new Map([...lastPaid, ...newest].map((donation) => [donation.id, donation]));
  const byTime = [...all.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  const paid = byTime.filter(isPaid).slice(0, recentShown);
  const unpaid = byTime.filter((donation) => !isPaid(donation)).slice(0, recentShown - paid.length);
  const shown = new Set([...paid, ...unpaid]);
  return byTime.filter((donation) => shown.has(donation));
}

function isPaid({ status }: ListedDonation): boolean {
  return paidStatuses.includes(status);
}
