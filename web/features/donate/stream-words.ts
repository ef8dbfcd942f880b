import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';

/** Money this much later than the address was valid makes no alert by itself (decisions, 'Late payment'). */
const lateAlertMs = 3_600_000;

type OnStream = Pick<
  PublicDonation,
  'status' | 'shownOnStreamAt' | 'mediaUrl' | 'late' | 'paidAt' | 'expiresAt'
>;

/**
 * What the donor reads about the stream (spec §2, success step), a sentence each.
 * Nothing is promised once the alert has ended, or where the streamer has to decide about it first.
 */
export function streamWords(donation: OnStream): string[] {
  const { success } = texts('donate');
  if (donation.shownOnStreamAt !== null) return [success.shown];
  if (!isStillToCome(donation)) return [];
  if (isTooLateForAlert(donation)) return [success.tooLateForAlert];
  const coming = donation.mediaUrl === null ? [success.soon] : [success.clipPlays, success.soon];
  return donation.late ? [success.late, ...coming] : coming;
}

/** True for a paid donation whose alert has not ended. */
export function isStillToCome(donation: Pick<PublicDonation, 'status' | 'shownOnStreamAt'>): boolean {
  return donation.status === 'RECEIVED' && donation.shownOnStreamAt === null;
}

function isTooLateForAlert({ late, paidAt, expiresAt }: OnStream): boolean {
  return late && paidAt !== null && Date.parse(paidAt) > Date.parse(expiresAt) + lateAlertMs;
}
