import type { PublicDonation } from '#contract/donation.ts';

/**
 * What the donor reads about the stream (spec §2, success step).
 * Nothing is promised once the alert has ended: either it was on stream, or the streamer settled it in another way.
 */
export function streamWords(
  donation: Pick<PublicDonation, 'status' | 'shownOnStreamAt' | 'mediaUrl'>,
): string {
  if (donation.shownOnStreamAt !== null) return 'It was shown on the stream.';
  if (!isStillToCome(donation)) return '';
  const soon = 'It will appear on the stream shortly.';
  return donation.mediaUrl === null ? soon : `Your custom audio will play on the stream! ${soon}`;
}

/** True for a paid donation whose alert has not ended. */
export function isStillToCome(donation: Pick<PublicDonation, 'status' | 'shownOnStreamAt'>): boolean {
  return donation.status === 'RECEIVED' && donation.shownOnStreamAt === null;
}
