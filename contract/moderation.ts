import * as z from 'zod/mini';
import { validationTexts } from './validation-texts.ts';
import { minimumDonationSol } from './account.ts';
import { cleanDonorText } from './donor-text.ts';

/** Languages for which a list of words is shipped. */
export const wordListLanguages = ['en', 'es', 'de', 'fr', 'pt'] as const;
export type WordListLanguage = (typeof wordListLanguages)[number];

/** What happens to a text with a listed word: shown with the word starred out, or held for approval. */
const wordActions = ['mask', 'hold'] as const;

/**
 * Why an alert waits for approval: every one does, or it has a listed word, a link, a clip, a donor of whom nothing was shown
 * yet, or a long message.
 */
export const holdReasons = ['every', 'word', 'link', 'clip', 'newDonor', 'longMessage'] as const;
export type HoldReason = (typeof holdReasons)[number];

/** A message with more letters than this is a long one. */
export const longMessageLetters = 200;

/** For how many minutes what waits for approval may do so, where it is shown without its text then. */
const heldMinutes = { least: 1, most: 30 } as const;

const words = z
  .array(
    z
      .string()
      .check(z.overwrite(cleanDonorText), z.minLength(1), z.maxLength(60, validationTexts.wordTooLong)),
  )
  .check(z.maxLength(500, validationTexts.tooManyWords));

/** What a streamer decides about alerts. Amounts are SOL. */
const alertSettings = z.object({
  /** Nothing is shown before somebody approves it. */
  approveFirst: z.boolean(),
  /** What waits for approval besides: links in name or message, clips, donors of whom nothing was shown yet, long messages. */
  holdsLinks: z.boolean(),
  holdsClips: z.boolean(),
  holdsNewDonors: z.boolean(),
  holdsLongMessages: z.boolean(),
  /**
   * After so many minutes on air nobody has to approve it any more: it is shown without name, message and clip. Null: never.
   */
  showsHeldAfterMinutes: z.nullable(z.int().check(z.gte(heldMinutes.least), z.lte(heldMinutes.most))),
  wordAction: z.enum(wordActions),
  wordLists: z.array(z.enum(wordListLanguages)).check(z.maxLength(wordListLanguages.length)),
  /** Words of the streamer's own, by whole word, whatever the case and accents. */
  ownWords: words,
  /** Words that are let through although a list has them. */
  allowedWords: words,
  /** Clips play from this amount on; null for all of them. Below it the default sound plays. */
  clipMinimumAmount: z.nullable(
    z.number().check(z.gte(minimumDonationSol.least), z.lte(minimumDonationSol.most)),
  ),
  /** Cards stack as they come instead of one after the other. */
  stacksCards: z.boolean(),
  /** Cards say what a donation was worth in the operator's currency too. */
  showsFiat: z.boolean(),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/**
 * Settings as they travel, both ways. What came later may be left out: a page that does not know it leaves it as it is, and so
 * does one that has read them from an older server, which does not say it.
 */
export const sentAlertSettings = z.extend(alertSettings, {
  showsFiat: z.optional(alertSettings.shape.showsFiat),
  holdsLinks: z.optional(alertSettings.shape.holdsLinks),
  holdsClips: z.optional(alertSettings.shape.holdsClips),
  holdsNewDonors: z.optional(alertSettings.shape.holdsNewDonors),
  holdsLongMessages: z.optional(alertSettings.shape.holdsLongMessages),
  showsHeldAfterMinutes: z.optional(alertSettings.shape.showsHeldAfterMinutes),
});
export type SentAlertSettings = z.infer<typeof sentAlertSettings>;

/** Whether what donors write may be held or masked: donors are told so. */
export function isModerated(
  settings: Pick<
    SentAlertSettings,
    | 'approveFirst'
    | 'holdsLinks'
    | 'holdsClips'
    | 'holdsNewDonors'
    | 'holdsLongMessages'
    | 'wordLists'
    | 'ownWords'
  >,
): boolean {
  const { approveFirst, holdsLinks, holdsClips, holdsNewDonors, holdsLongMessages } = settings;
  const holds = [approveFirst, holdsLinks, holdsClips, holdsNewDonors, holdsLongMessages];
  return holds.includes(true) || settings.wordLists.length > 0 || settings.ownWords.length > 0;
}
