import * as z from 'zod/mini';
import { longestTemplate, templateFault } from './post-template.ts';
import { validationTexts } from './validation-texts.ts';

/** Where donations can be told of: a channel on Discord, the streamer's own chat on Twitch. */
export const postKinds = ['discord', 'twitch'] as const;
export type PostKind = (typeof postKinds)[number];

/** From this amount of SOL on, and up to it. */
const minimumRange = { least: 0.002, most: 100_000 } as const;

const template = z.string().check(
  z.trim(),
  z.minLength(1, validationTexts.postTemplateMissing),
  z.maxLength(longestTemplate, validationTexts.postTemplateTooLong),
  z.refine((text) => templateFault(text) !== 'unknown', { error: validationTexts.postTemplateUnknown }),
  z.refine((text) => templateFault(text) !== 'brackets', { error: validationTexts.postTemplateBrackets }),
  z.refine((text) => templateFault(text) !== 'empty', { error: validationTexts.postTemplateMissing }),
);

/** Body of PUT /posts/{kind}. */
export const postSettings = z.object({
  isOn: z.boolean(),
  template,
  /** Only from this amount of SOL on; null: all of them. */
  minimumAmount: z.nullable(
    z
      .number()
      .check(
        z.gte(minimumRange.least, validationTexts.ruleAmountRange),
        z.lte(minimumRange.most, validationTexts.ruleAmountRange),
      ),
  ),
});
export type PostSettings = z.infer<typeof postSettings>;

/** Body of POST /posts/discord/connect: the URL of a channel's webhook. It is never given out again. */
export const discordConnection = z.object({
  /** What posts say from then on, where nothing was chosen before. */
  template: z.optional(template),
  url: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, validationTexts.discordUrlMissing),
      z.maxLength(300, validationTexts.discordUrlTooLong),
    ),
});

/** Body of POST /posts/twitch/connect. */
export const twitchConnection = z.object({ template: z.optional(template) });

/** Why a place is no longer connected, without the streamer having said so. */
const postEnds = ['gone', 'refused'] as const;
export type PostEnd = (typeof postEnds)[number];

/** A code that the streamer types at Twitch, while the server waits for it. */
const postLinking = z.object({ userCode: z.string(), url: z.string(), expiresAt: z.string() });
export type PostLinking = z.infer<typeof postLinking>;

/** A place as its streamer sees it. Neither URL nor token is in it. */
export const postPlace = z.extend(postSettings, {
  template: z.string(),
  minimumAmount: z.nullable(z.number()),
  kind: z.enum(postKinds),
  /** False: this server's operator has not set it up. */
  isOffered: z.boolean(),
  isConnected: z.boolean(),
  /** The webhook's or the account's name over there. */
  label: z.nullable(z.string()),
  /** Why it was cut off; null when it was not. */
  endedWhy: z.nullable(z.enum(postEnds)),
  linking: z.nullable(postLinking),
});
export type PostPlace = z.infer<typeof postPlace>;

const postStates = ['waiting', 'sending', 'sent', 'given_up'] as const;
export type PostState = (typeof postStates)[number];

/**
 * Why a post was not sent, or not yet.
 *
 * `unsure`: whether it has arrived is not known, so it is not sent again. `not_for_viewers`: blocked, rejected, dismissed,
 * taken back, or marked as shown without having been approved.
 */
const postErrors = [
  'not_connected',
  'limited',
  'service_failed',
  'refused',
  'dropped',
  'unsure',
  'too_old',
  'not_for_viewers',
  'switched_off',
  'disconnected',
] as const;
export type PostError = (typeof postErrors)[number];

/** One donation's post to one place, or a test. */
export const post = z.object({
  id: z.string(),
  donationId: z.nullable(z.string()),
  state: z.enum(postStates),
  createdAt: z.string(),
  attempts: z.number(),
  /** When it was sent or given up. */
  endedAt: z.nullable(z.string()),
  error: z.nullable(z.enum(postErrors)),
  /** What the service said about it, in its own words. */
  said: z.nullable(z.string()),
});
export type Post = z.infer<typeof post>;
