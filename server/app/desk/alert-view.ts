import type { DeskAlert } from '#contract/alerts.ts';
import type { SettledHow } from '#contract/donation.ts';
import type { ShownDonation } from '#contract/events.ts';
import type { HoldReason } from '#contract/moderation.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import { cardTimes } from '#contract/realtime.ts';
import { resolveCustomization } from '#contract/style.ts';
import { type AlertFacts, alertStateOf, isOnStream } from '#server/domain/alert.ts';
import type { QueuedAlert } from '#server/domain/alert-queue.ts';
import {
  type AlertLook,
  type AmountRule,
  judgeClip,
  judgedLamports,
  type Reading,
  ruleOf,
} from '#server/domain/alert-rules.ts';
import type { Clip, Donation, PaidValue } from '#server/domain/donation.ts';
import { maskDonation, type Verdict } from '#server/domain/moderation/judge-donation.ts';
import { spokenMs, spokenText } from '#server/domain/spoken-text.ts';
import {
  clipUrl,
  presentShown,
  presentToken,
  presentValue,
  receivedTokenOf,
} from '#server/app/donations/present-donation.ts';
import type { Speech } from '#server/app/speech-ports.ts';
import type { ReceivedToken } from '#server/app/token-ports.ts';

/** A card that is read stands for as long as that takes, and no longer than this. */
const longestReadMs = 15_000;

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
  /** What it was paid in; null: SOL. */
  token: ReceivedToken | null;
}

/** An alert with what it shows. */
export interface Alert extends AlertFacts {
  id: string;
  kind: 'payment' | 'replay' | 'test';
  /** Null for a test. */
  donation: AlertDonation | null;
  /** Words of the streamer's lists that were found when it was made. */
  foundWords: string[];
  /** Why it was made to wait for approval. */
  heldFor: HoldReason[];
  /** The amount that a test shows; null: the usual one. */
  testLamports: bigint | null;
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
  token: null,
};

/**
 * The alert that a donation gets as it is paid: for the queue, or for the tray, and held where the streamer's settings
 * say so.
 */
export function alertOfPayment(
  donation: Donation,
  { heldFor, isMasked, foundWords }: Verdict,
  { id, goesTo, now }: { id: string; goesTo: 'queue' | 'tray'; now: Date },
): Alert {
  return {
    id,
    kind: 'payment',
    donation: { ...donation, isBlocked: donation.blockedAt !== null, token: receivedTokenOf(donation) },
    queuedAt: now,
    heldAt: heldFor.length > 0 ? now : null,
    heldFor,
    trayedAt: goesTo === 'tray' ? now : null,
    isMasked,
    foundWords,
    approvedAt: null,
    goesNext: false,
    releasedAt: null,
    sentAt: null,
    attempts: 0,
    settledAt: null,
    settledHow: null,
    testLamports: null,
  };
}

/** What an alert is about; a test goes by its own id. */
function donationOf({
  id,
  donation,
  testLamports,
}: Pick<Alert, 'id' | 'donation' | 'testLamports'>): AlertDonation {
  return donation ?? { ...testDonation, id, receivedLamports: testAmountOf({ testLamports }) };
}

/** How much a test shows. */
export function testAmountOf({ testLamports }: Pick<Alert, 'testLamports'>): bigint {
  return testLamports ?? testDonation.receivedLamports;
}

/** The default sound is a little shorter. */
const defaultSoundMs = 1600;

/** How long an alert's sound plays, and how long its card stands where a rule or what is read of it says so. */
export function timesOf(alert: Alert, look: AlertLook): Pick<QueuedAlert, 'clipMs' | 'shownMs'> {
  const { sound, rule, spoken } = lookOf(alert, look);
  const soundMs = sound?.durationMs ?? 0;
  if (spoken === null) return { clipMs: soundMs, ...(rule !== null && { shownMs: rule.shownMs }) };
  const readMs = Math.min((sound?.durationMs ?? defaultSoundMs) + spokenMs(spoken.text), longestReadMs);
  return { clipMs: soundMs, shownMs: Math.max(cardTimes.shownMs, readMs, rule?.shownMs ?? 0) };
}

/**
 * The card that overlays show of an alert: masked where it is to be, and as the rule for its amount has it. Everything is
 * decided here, with the sending, so that every overlay, a test and a replay agree. `testValue` is what a test is worth now.
 */
export function presentCard(
  alert: Alert,
  look: AlertLook,
  testValue: PaidValue | null = null,
): ShownDonation {
  const { card, rule, spoken } = lookOf(alert, look, testValue);
  const ruled = rule === null ? card : asRuled(card, rule);
  const { shownMs } = timesOf(alert, look);
  return spoken === null || shownMs === undefined ? ruled : { ...ruled, shownMs };
}

/** What is read aloud of an alert, and who reads it; null: nothing. */
export function speechOf(
  alert: Alert,
  look: AlertLook,
): (Omit<Speech, 'userId'> & Pick<Reading, 'source'>) | null {
  return lookOf(alert, look).spoken;
}

function lookOf(alert: Alert, look: AlertLook, testValue: PaidValue | null = null) {
  const donation = donationOf(alert);
  const words = alert.isMasked ? maskDonation(donation, alert.foundWords) : {};
  const clip = clipOf(alert, donation, look);
  const value = look.showsFiat ? (alert.donation === null ? testValue : donation.value) : null;
  const card = presentShown(alert.id, { ...donation, ...words, value, clip });
  const rule = ruleOf(look.rules, donation);
  const spoken = rule?.showsMessage === false ? null : spokenOf(card, donation, look.reading);
  return { card, rule, sound: clip ?? rule?.sound ?? null, spoken };
}

function spokenOf(card: ShownDonation, donation: AlertDonation, reading: Reading | null) {
  if (reading === null || judgedLamports(donation) < (reading.minimumLamports ?? 0n)) return null;
  const { source, volume, language } = reading;
  const text = spokenText(card, language);
  return text === null ? null : { alertId: card.alertId, text, language, volume, source };
}

/** A masked alert plays no clip: what is said in it may be what is wrong. */
function clipOf(
  { isMasked }: Pick<Alert, 'isMasked'>,
  donation: AlertDonation,
  look: AlertLook,
): Clip | null {
  return !isMasked && judgeClip(donation, look) === 'plays' ? donation.clip : null;
}

/** A rule's sound comes where a clip does, without the duration that the card's badge shows. */
function asRuled(
  card: ShownDonation,
  { style, sound, volume, shownMs, showsMessage }: AmountRule,
): ShownDonation {
  const keepsSound = card.mediaUrl !== null || sound === null;
  return {
    ...card,
    ...(!showsMessage && { message: '' }),
    ...(!keepsSound && { mediaUrl: sound.url, mediaType: 'audio' as const }),
    ...(style !== null && { customization: resolveCustomization(style.cardColor, style.cardGradient) }),
    volume,
    shownMs,
  };
}

/**
 * An alert as the desk shows it: texts as the donor wrote them. For whom amounts are hidden, the donation's id is too:
 * anyone may ask for the amount by it.
 */
export function presentDeskAlert(alert: Alert, hidesAmounts: boolean): DeskAlert {
  const { id, kind, donation, foundWords, heldFor, isMasked, queuedAt } = alert;
  const { donatorName, message, receivedLamports, isBlocked, clip, value, hidesName, hidesAmount, token } =
    donationOf(alert);
  return {
    id,
    donationId: hidesAmounts ? null : (donation?.id ?? null),
    kind,
    donatorName,
    amount: hidesAmounts ? null : lamportsToSol(receivedLamports),
    ...(token !== null && !hidesAmounts && { token: presentToken(token) }),
    fiat: hidesAmounts ? null : presentValue(value),
    message,
    mediaUrl: clipUrl(clip),
    mediaDuration: clip === null ? null : clip.durationMs / 1000,
    queuedAt: queuedAt.toISOString(),
    foundWords,
    heldFor,
    isMasked,
    ...(goesOutNext(alert) && { isReleased: true }),
    isBlocked,
    hidesName,
    hidesAmount,
  };
}

/** It was released and waits for nothing but an overlay and the alert before. */
function goesOutNext(alert: Alert): boolean {
  return alert.releasedAt !== null && alertStateOf(alert) === 'queue' && !isOnStream(alert);
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
