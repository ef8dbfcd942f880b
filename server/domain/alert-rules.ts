import type { ClipVerdict } from '#contract/donation.ts';
import type { SpeechLanguage } from '#contract/speech.ts';

/** What is otherwise about alerts from an amount on, or of an exact one. */
export interface AmountRule {
  kind: 'from' | 'exact';
  lamports: bigint;
  /** Null: the streamer's own style. */
  style: { cardColor: string; cardGradient: string | null } | null;
  /** The sound in the place of the default one: its path and how long it plays; null: the default. */
  sound: { url: string; durationMs: number } | null;
  /** Whole percent of the desk's volume. */
  volume: number;
  shownMs: number;
  showsMessage: boolean;
  playsClip: boolean;
}

/** What decides how an alert looks and sounds, as it is when it is sent. */
export interface AlertLook {
  /** Clips play from this amount on; null: all of them. */
  clipMinimumLamports: bigint | null;
  rules: readonly AmountRule[];
  /** Whether cards say what a donation was worth. */
  showsFiat: boolean;
  /** Null: nothing is read aloud. */
  reading: Reading | null;
}

/** Who reads what donors write, from which amount on, and how. */
export interface Reading {
  source: 'browser' | 'server';
  minimumLamports: bigint | null;
  /** Whole percent of the desk's volume. */
  volume: number;
  language: SpeechLanguage;
}

/**
 * The one rule for an amount; null where none fits.
 *
 * | rules that fit | applies |
 * |---|---|
 * | an exact one | that, whatever the others say |
 * | several 'from' | the one with the highest amount |
 * | none | the streamer's settings alone |
 */
export function ruleFor<R extends Pick<AmountRule, 'kind' | 'lamports'>>(
  rules: readonly R[],
  lamports: bigint,
): R | null {
  const exact = rules.find((rule) => rule.kind === 'exact' && rule.lamports === lamports);
  if (exact !== undefined) return exact;
  let highest: R | null = null;
  for (const rule of rules) {
    if (rule.kind !== 'from' || rule.lamports > lamports) continue;
    if (highest === null || rule.lamports > highest.lamports) highest = rule;
  }
  return highest;
}

/** What decides whether clips are played. */
export interface ClipLook extends Pick<AlertLook, 'clipMinimumLamports'> {
  rules: readonly Pick<AmountRule, 'kind' | 'lamports' | 'playsClip'>[];
}

/** What came of a donation, as far as amounts decide about its alert. */
export interface Judged {
  receivedLamports: bigint;
  /** What it is paid in; null: SOL. */
  token: object | null;
  hidesAmount: boolean;
}

/** What counts where amounts in SOL decide: a token meets none of them, and SOL that came beside it was not given. */
export function judgedLamports({ receivedLamports, token }: Judged): bigint {
  return token === null ? receivedLamports : 0n;
}

/** The one rule for a donation; none for a hidden amount: whatever a rule changes would tell how much it was. */
export function ruleOf<R extends Pick<AmountRule, 'kind' | 'lamports'>>(
  rules: readonly R[],
  donation: Judged,
): R | null {
  return donation.hidesAmount ? null : ruleFor(rules, judgedLamports(donation));
}

/**
 * Whether a donor's clip is played: not below the streamer's minimum, and not where the rule for the amount leaves clips
 * out. What the alert does and what its donor is told both come from here. The minimum holds for hidden amounts too: who
 * paid enough for a clip is heard.
 */
export function judgeClip(donation: Judged, { clipMinimumLamports, rules }: ClipLook): ClipVerdict {
  if (judgedLamports(donation) < (clipMinimumLamports ?? 0n)) return 'belowMinimum';
  return ruleOf(rules, donation)?.playsClip === false ? 'leftOut' : 'plays';
}
