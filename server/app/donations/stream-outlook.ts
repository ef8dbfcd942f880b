import type { OnStream } from '#contract/donation.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import type { AlertState } from '#server/domain/alert.ts';
import { type ClipLook, judgeClip } from '#server/domain/alert-rules.ts';
import type { Donation } from '#server/domain/donation.ts';

/** What decides, beside a donation itself, what becomes of it on stream. */
export interface StreamOutlook {
  /** The alert of its payment; null while there is none. */
  alert: { state: AlertState; isMasked: boolean } | null;
  /** Every alert waits for approval that is made now. */
  approvesFirst: boolean;
  look: ClipLook;
}

/** What a donor is told of the stream: what the alert itself goes by. */
export function presentOnStream(
  donation: Pick<Donation, 'receivedLamports' | 'token' | 'hidesAmount' | 'clip' | 'paidAt'>,
  { alert, approvesFirst, look }: StreamOutlook,
): OnStream {
  const { clipMinimumLamports } = look;
  const clip = donation.clip === null ? null : judgeClip(donation, look);
  const state = alert?.state ?? (approvesFirst && donation.paidAt === null ? 'held' : null);
  // Whether it is masked is decided with the approval.
  const isMasked = alert !== null && alert.isMasked && alert.state !== 'held';
  return {
    waitsFor: state === null ? null : waitsFor[state],
    clip: clip === 'plays' && isMasked ? 'leftOut' : clip,
    clipMinimumAmount: clipMinimumLamports === null ? null : lamportsToSol(clipMinimumLamports),
  };
}

const waitsFor: Record<AlertState, OnStream['waitsFor']> = {
  held: 'approval',
  tray: 'play',
  queue: null,
  settled: null,
};
