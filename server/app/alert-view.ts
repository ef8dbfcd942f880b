import type { DeskAlert } from '#contract/alerts.ts';
import type { SettledHow } from '#contract/donation.ts';
import type { ShownDonation } from '#contract/events.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import type { AlertFacts } from '#server/domain/alert.ts';
import type { Clip, PaidValue } from '#server/domain/donation.ts';
import { maskDonation } from '#server/domain/moderation/judge-donation.ts';
import { clipUrl, presentShown, presentValue } from './present-donation.ts';

/** What an alert is about. */
interface AlertDonation {
  id: string;
  donatorName: string;
  message: string;
  receivedLamports: bigint;
  isBlocked: boolean;
  hidesName: boolean;
  hidesAmount: boolean;
  /** The clip while its file lives. */
  clip: Clip | null;
  /** What it was worth when it was paid. */
  value: PaidValue | null;
}

/** An alert with what it shows. */
export interface Alert extends AlertFacts {
  id: string;
  kind: 'payment' | 'replay' | 'test';
  /** Null for a test. */
  donation: AlertDonation | null;
  /** Words of the streamer's lists that were found when it was made. */
  foundWords: string[];
}

/** What a test shows. It is no donation and counts nowhere. */
const testDonation: Omit<AlertDonation, 'id'> = {
  donatorName: 'Test Donor',
  message: 'This is a test. Your alerts work!',
  receivedLamports: 100_000_000n,
  isBlocked: false,
  hidesName: false,
  hidesAmount: false,
  clip: null,
  value: null,
};

/** How much a test shows. */
export const testLamports = testDonation.receivedLamports;

/** The clip that an alert plays: none when it is masked, or when less came than the streamer wants for a clip. */
export function clipOf(
  { donation, isMasked }: Pick<Alert, 'donation' | 'isMasked'>,
  minimumLamports: bigint | null,
): Clip | null {
  if (donation === null || isMasked || donation.receivedLamports < (minimumLamports ?? 0n)) return null;
  return donation.clip;
}

/** What a card depends on besides its alert. */
interface CardRules {
  clipMinimumLamports: bigint | null;
  /** Whether cards say what a donation was worth. */
  showsFiat: boolean;
  /** What a test is worth now. */
  testValue: PaidValue | null;
}

/** The card that overlays show of an alert: masked where it is to be. A test goes by its own id. */
export function presentCard(
  alert: Alert,
  { clipMinimumLamports, showsFiat, testValue }: CardRules,
): ShownDonation {
  const donation = alert.donation ?? { ...testDonation, id: alert.id, value: testValue };
  const words = alert.isMasked ? maskDonation(donation, alert.foundWords) : {};
  const value = showsFiat ? donation.value : null;
  return presentShown(alert.id, { ...donation, ...words, value, clip: clipOf(alert, clipMinimumLamports) });
}

/**
 * An alert as the desk shows it: texts as the donor wrote them. For whom amounts are hidden, the donation's id is too:
 * anyone may ask for the amount by it.
 */
export function presentDeskAlert(alert: Alert, hidesAmounts: boolean): DeskAlert {
  const { id, kind, donation, foundWords, isMasked, queuedAt } = alert;
  const { donatorName, message, receivedLamports, isBlocked, clip, value } = donation ?? testDonation;
  const { hidesName, hidesAmount } = donation ?? testDonation;
  return {
    id,
    donationId: hidesAmounts ? null : (donation?.id ?? null),
    kind,
    donatorName,
    amount: hidesAmounts ? null : lamportsToSol(receivedLamports),
    fiat: hidesAmounts ? null : presentValue(value),
    message,
    mediaUrl: clipUrl(clip),
    mediaDuration: clip === null ? null : clip.durationMs / 1000,
    queuedAt: queuedAt.toISOString(),
    foundWords,
    isMasked,
    isBlocked,
    hidesName,
    hidesAmount,
  };
}

/** Who is named in the log for an alert; nobody for a test. */
export function donorOf({ donation }: Pick<Alert, 'donation'>): string | null {
  return donation?.donatorName ?? null;
}

/** A settled alert as the desk shows it. Throws for one that is not settled: that is our bug. */
export function presentSettled(
  alert: Alert,
  hidesAmounts: boolean,
): DeskAlert & { settledAt: string; settledHow: SettledHow } {
  const { settledAt, settledHow } = alert;
  if (settledAt === null || settledHow === null) throw new Error('Only settled alerts are asked for here.');
  return { ...presentDeskAlert(alert, hidesAmounts), settledAt: settledAt.toISOString(), settledHow };
}
