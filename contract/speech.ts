import * as z from 'zod/mini';
import { minimumDonationSol } from './account.ts';

/** Who reads: nobody, the overlay's browser, or a program on the server. */
const speechSources = ['off', 'browser', 'server'] as const;
export type SpeechSource = (typeof speechSources)[number];

/** In which languages can be read. A voice of another one pronounces strangely and is understood by nobody. */
export const speechLanguages = ['en', 'es', 'de', 'fr', 'pt', 'it'] as const;
export type SpeechLanguage = (typeof speechLanguages)[number];

/** What a streamer decides about reading aloud: body of PUT /alerts/speech. */
export const speechSettings = z.object({
  source: z.enum(speechSources),
  /** Read from this amount of SOL on; null: all of them. */
  minimumAmount: z.nullable(
    z.number().check(z.gte(minimumDonationSol.least), z.lte(minimumDonationSol.most)),
  ),
  /** Whole percent of the volume at the desk. */
  volume: z.int().check(z.gte(0), z.lte(100)),
  language: z.enum(speechLanguages),
});
export type SpeechSettings = z.infer<typeof speechSettings>;

/** The same with what can read at the moment. */
export const speechState = z.extend(speechSettings, {
  /** Whether the operator's server can read. */
  isServerAble: z.boolean(),
  /** Open overlays that have looked for voices, and how many of them found any. */
  overlays: z.object({ asked: z.number(), able: z.number() }),
});
export type SpeechState = z.infer<typeof speechState>;

/** What an overlay is to say of an alert once its sound is over: a text by its own voices, or a sound of the server's. */
export const spokenAlert = z.object({
  alertId: z.string(),
  text: z.string(),
  language: z.enum(speechLanguages),
  volume: z.number(),
  url: z.nullable(z.string()),
});
export type SpokenAlert = z.infer<typeof spokenAlert>;

/** Tells overlays who reads. Whatever is being read stops, unless it says that it goes on. */
export const speechUse = z.object({
  source: z.enum(speechSources),
  /** Said to an overlay as it comes: nobody has stopped what it may be reading since before it lost its connection. */
  goesOn: z.optional(z.literal(true)),
});
export type SpeechUse = z.infer<typeof speechUse>;
