import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { exactAmount } from '#web/ui/amount.tsx';

type Told = Pick<PublicDonation, 'status' | 'shownOnStreamAt' | 'onStream' | 'token' | 'late'>;

/**
 * What the donor reads about the stream (spec §2, success step), a sentence each: what the server has said becomes of it
 * with what was paid. Nothing is promised before that, once the alert has ended, or where a person has to decide first.
 * 'It' is the donation: a clip that is not played is named last, or 'it' would be the clip.
 */
export function streamWords(donation: Told): string[] {
  const { success } = texts('donation');
  const { status, shownOnStreamAt, onStream, late } = donation;
  if (shownOnStreamAt !== null) return [success.shown];
  if (status !== 'RECEIVED') return [];
  const counts = late ? [success.late] : [];
  if (onStream === undefined) return counts;
  const comes = success[onStream.waitsFor ?? 'soon'];
  if (onStream.clip !== 'plays') return [...counts, comes, ...unplayedWords(donation)];
  return onStream.waitsFor === null ? [...counts, success.clipPlays, comes] : [...counts, comes];
}

function unplayedWords({ onStream, token }: Told): string[] {
  const { success } = texts('donation');
  const { clip = null, clipMinimumAmount = null } = onStream ?? {};
  if (clip === null) return [];
  if (clip === 'leftOut' || clipMinimumAmount === null) return [success.clipLeftOut];
  return [success[token === undefined ? 'clipBelow' : 'clipInToken'](exactAmount(clipMinimumAmount))];
}
