import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { amountText } from '#web/ui/amount.tsx';

/** Money this much later than the address was valid makes no alert by itself (decisions, 'Late payment'). */
const lateAlertMs = 3_600_000;

type OnStream = Pick<
  PublicDonation,
  'status' | 'shownOnStreamAt' | 'onStream' | 'token' | 'late' | 'paidAt' | 'expiresAt'
>;

/**
 * What the donor reads about the stream (spec §2, success step), a sentence each.
 * Nothing is promised once the alert has ended, or where the streamer has to decide about it first; of the clip only
 * what the server has said becomes of it with what was paid.
 */
export function streamWords(donation: OnStream): string[] {
  const { success } = texts('donate');
  if (donation.shownOnStreamAt !== null) return [success.shown];
  if (!isStillToCome(donation)) return [];
  if (isTooLateForAlert(donation)) return [success.tooLateForAlert];
  const coming = [...clipWords(donation), success.soon];
  return donation.late ? [success.late, ...coming] : coming;
}

function clipWords({ onStream, token }: OnStream): string[] {
  const { success } = texts('donate');
  const { clip = null, clipMinimumAmount = null } = onStream ?? {};
  if (clip === null) return [];
  if (clip === 'plays') return [success.clipPlays];
  if (clip === 'leftOut' || clipMinimumAmount === null) return [success.clipLeftOut];
  return [success[token === undefined ? 'clipBelow' : 'clipInToken'](amountText(clipMinimumAmount))];
}

/** True for a paid donation whose alert has not ended. */
export function isStillToCome(donation: Pick<PublicDonation, 'status' | 'shownOnStreamAt'>): boolean {
  return donation.status === 'RECEIVED' && donation.shownOnStreamAt === null;
}

function isTooLateForAlert({ late, paidAt, expiresAt }: OnStream): boolean {
  return late && paidAt !== null && Date.parse(paidAt) > Date.parse(expiresAt) + lateAlertMs;
}
