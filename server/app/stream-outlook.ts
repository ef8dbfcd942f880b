import type { OnStream } from '#contract/donation.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import { type ClipLook, judgeClip } from '#server/domain/alert-rules.ts';
import type { Donation } from '#server/domain/donation.ts';

/** What decides, beside a donation itself, what becomes of it on stream. */
export interface StreamOutlook {
  look: ClipLook;
}

/** What a donor is told of the stream: what the alert itself goes by. */
export function presentOnStream(
  donation: Pick<Donation, 'receivedLamports' | 'token' | 'clip'>,
  { look }: StreamOutlook,
): OnStream {
  const { clipMinimumLamports } = look;
  return {
    clip: donation.clip === null ? null : judgeClip(donation, look),
    clipMinimumAmount: clipMinimumLamports === null ? null : lamportsToSol(clipMinimumLamports),
  };
}
