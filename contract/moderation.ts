import * as z from 'zod/mini';
import { validationTexts } from './validation-texts.ts';
import { minimumDonationSol } from './account.ts';
import { cleanDonorText } from './donor-text.ts';

/** Languages for which a list of words is shipped. */
export const wordListLanguages = ['en', 'es', 'de', 'fr', 'pt'] as const;
export type WordListLanguage = (typeof wordListLanguages)[number];

/** What happens to a text with a listed word: shown with the word starred out, or held for approval. */
const wordActions = ['mask', 'hold'] as const;

const words = z
  .array(
    z
      .string()
      .check(z.overwrite(cleanDonorText), z.minLength(1), z.maxLength(60, validationTexts.wordTooLong)),
  )
  .check(z.maxLength(500, validationTexts.tooManyWords));

/** What a streamer decides about alerts: reply of /alerts/settings. Amounts are SOL. */
export const alertSettings = z.object({
  /** Nothing is shown before somebody approves it. */
  approveFirst: z.boolean(),
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

/** Body of PUT /alerts/settings: what came later may be left out, and stays as it is. */
export const alertSettingsChange = z.extend(alertSettings, { showsFiat: z.optional(z.boolean()) });
export type AlertSettingsChange = z.infer<typeof alertSettingsChange>;
