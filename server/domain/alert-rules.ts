import type { SpeechLanguage } from '#contract/speech.ts';
import type { Clip } from './donation.ts';

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
export function ruleFor(rules: readonly AmountRule[], lamports: bigint): AmountRule | null {
  const exact = rules.find((rule) => rule.kind === 'exact' && rule.lamports === lamports);
  if (exact !== undefined) return exact;
  let highest: AmountRule | null = null;
  for (const rule of rules) {
    if (rule.kind !== 'from' || rule.lamports > lamports) continue;
    if (highest === null || rule.lamports > highest.lamports) highest = rule;
  }
  return highest;
}

/** What an alert shows, as far as it decides about its clip. */
interface Played {
  receivedLamports: bigint;
  clip: Clip | null;
}

/** The donor's clip that is played: none below the streamer's minimum, or where the rule leaves clips out. */
export function playedClip(
  donation: Played,
  { clipMinimumLamports, rules }: Pick<AlertLook, 'clipMinimumLamports' | 'rules'>,
): Clip | null {
  if (donation.receivedLamports < (clipMinimumLamports ?? 0n)) return null;
  return ruleFor(rules, donation.receivedLamports)?.playsClip === false ? null : donation.clip;
}
