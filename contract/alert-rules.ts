import * as z from 'zod/mini';
import { validationTexts } from './validation-texts.ts';
import { donationSettings, minimumDonationSol } from './account.ts';
import { cleanDonorText } from './donor-text.ts';

/** At most so many rules, and so many sounds of their own, has a streamer. */
export const mostAlertRules = 10;
export const mostAlertSounds = 20;

/** Whether a rule is for its amount and more, or for its very amount. */
const alertRuleKinds = ['from', 'exact'] as const;
export type AlertRuleKind = (typeof alertRuleKinds)[number];

/** Sounds that come with the product, beside the default one: `/sounds/NAME.mp3`. */
export const builtInSounds = ['bell', 'coins', 'fanfare', 'applause', 'deep'] as const;
export type BuiltInSound = (typeof builtInSounds)[number];

/** How long the card of a rule may stand: a card's own time, and the longest that a clip may hold the next one back. */
export const ruleSeconds = { least: 7, most: 15 } as const;

/** The largest amount that a rule may name, in SOL. */
const mostSol = 100_000;

const { cardColor, cardGradient } = donationSettings.shape;

/**
 * One rule: what is otherwise about alerts of some amounts. Body of the calls that add or change one.
 *
 * Of all rules that fit one applies: the exact one before any other, then the one with the highest amount.
 */
export const alertRuleSettings = z.object({
  kind: z.enum(alertRuleKinds),
  /** SOL. */
  amount: z
    .number(validationTexts.ruleAmountRange)
    .check(
      z.gte(minimumDonationSol.least, validationTexts.ruleAmountRange),
      z.lte(mostSol, validationTexts.ruleAmountRange),
    ),
  /** A style of its own; null: the streamer's. */
  style: z.nullable(z.object({ cardColor, cardGradient })),
  /** What sounds in the place of the default sound: a built-in one, one of the streamer's own, or null for the default. */
  builtInSound: z.nullable(z.enum(builtInSounds)),
  soundId: z.nullable(z.string().check(z.maxLength(64))),
  /** Whole percent of the volume at the desk. */
  volume: z.int().check(z.gte(0), z.lte(100)),
  /** How long the card stands, in whole seconds. */
  seconds: z
    .int(validationTexts.ruleSecondsRange)
    .check(
      z.gte(ruleSeconds.least, validationTexts.ruleSecondsRange),
      z.lte(ruleSeconds.most, validationTexts.ruleSecondsRange),
    ),
  /** False: the card shows name and amount alone. */
  showsMessage: z.boolean(),
  /** False: a donor's clip is not played. The minimum for clips of the alert settings holds as well. */
  playsClip: z.boolean(),
});
export type AlertRuleSettings = z.infer<typeof alertRuleSettings>;

/** A rule as it is stored. */
const alertRule = z.extend(alertRuleSettings, { id: z.string() });
export type AlertRule = z.infer<typeof alertRule>;

/** A sound of the streamer's own, as it may be chosen in a rule. */
const alertSoundFile = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  /** Seconds. */
  duration: z.number(),
});
export type AlertSoundFile = z.infer<typeof alertSoundFile>;

/** A clip that was uploaded and is to become a sound of the streamer's own. */
export const newAlertSound = z.object({
  /** As `POST /upload-audio` named it. */
  fileName: z.string().check(z.maxLength(64)),
  name: z
    .string()
    .check(
      z.overwrite(cleanDonorText),
      z.minLength(1, validationTexts.tokenNameMissing),
      z.maxLength(40, validationTexts.tokenNameTooLong),
    ),
});

/** All that decides about alerts by their amount, highest amount first. */
export const alertRules = z.object({ rules: z.array(alertRule), sounds: z.array(alertSoundFile) });
export type AlertRules = z.infer<typeof alertRules>;

/** Where a built-in sound is heard. */
export function builtInSoundUrl(name: BuiltInSound): string {
  return `/sounds/${name}.mp3`;
}
