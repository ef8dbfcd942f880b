import { type PublicDonation, paidStatuses } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { hasCome } from '#web/ui/amount.tsx';

/** What the donor's page shows. `waiting` includes a payment that is still too small. */
export type DonationPhase = 'waiting' | 'paid' | 'expired' | 'failed';

/**
 * The step of the donation page (spec §4, 'On the donation page').
 * The client calls a donation expired as soon as its countdown is at zero; the server says so a little later.
 */
export function donationPhase(
  donation: Pick<PublicDonation, 'status' | 'expiresAt'>,
  nowMs: number,
): DonationPhase {
  if (paidStatuses.includes(donation.status)) return 'paid';
  if (donation.status === 'FAILED') return 'failed';
  if (donation.status === 'EXPIRED' || Date.parse(donation.expiresAt) <= nowMs) return 'expired';
  return 'waiting';
}

/** How many of the four steps (waiting, seen, confirmed, on stream) are done, and whether the next one is going on now. */
export function meterProgress(
  donation: Pick<PublicDonation, 'status' | 'amount' | 'token' | 'shownOnStreamAt'>,
): {
  done: number;
  going: boolean;
} {
  if (donation.shownOnStreamAt !== null) return { done: 4, going: false };
  if (paidStatuses.includes(donation.status)) return { done: 3, going: donation.status === 'RECEIVED' };
  if (donation.status !== 'PENDING') return { done: hasCome(donation) ? 2 : 0, going: false };
  return { done: hasCome(donation) ? 1 : 0, going: true };
}

/** Text of the status pill (spec §2, 'Status pill text'). `amount` is already formatted. */
export function pillText(phase: DonationPhase, amount: string): string {
  const { pill } = texts('donation').payment;
  return phase === 'paid' ? pill.received(amount) : pill[phase];
}
