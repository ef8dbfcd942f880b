import * as z from 'zod/mini';
import { validationTexts } from './validation-texts.ts';

/** The further browser sources beside the alerts: `/widget/{linkCode}/{kind}`. */
export const widgetKinds = ['goal', 'leaderboard', 'ticker'] as const;
export type WidgetKind = (typeof widgetKinds)[number];

/** Over which time a leaderboard counts: today in the streamer's time zone, the current stream, or all of it. */
export const leaderboardSpans = ['day', 'stream', 'all'] as const;

const sol = z.number().check(z.gte(0), z.lte(1_000_000));

/** What a streamer sets of each widget. Amounts are SOL. */
export const widgetSettings = z.object({
  goal: z.object({
    title: z.string().check(z.trim(), z.maxLength(60, validationTexts.widgetTitleTooLong)),
    target: z.number().check(z.gte(0.001, validationTexts.goalTooSmall), z.lte(1_000_000)),
    /** What the bar starts from: money that came some other way. */
    offset: sol,
  }),
  leaderboard: z.object({
    span: z.enum(leaderboardSpans),
    places: z.int().check(z.gte(1), z.lte(10)),
  }),
  ticker: z.object({ count: z.int().check(z.gte(1), z.lte(20)) }),
});
export type WidgetSettings = z.infer<typeof widgetSettings>;

/**
 * All that the widgets show. Names are masked by the streamer's word lists. Amounts are SOL, paid donations only.
 *
 * What donors hide is in the goal and in the stream's total, and nowhere by itself: who hides name or amount is on no
 * leaderboard; in the ticker the name is 'Anonymous', the amount 0 with `isAmountHidden`, and the id not the donation's.
 */
export const widgetState = z.object({
  goal: z.object({ title: z.string(), target: z.number(), raised: z.number(), since: z.string() }),
  leaderboard: z.object({
    span: z.enum(leaderboardSpans),
    places: z.array(z.object({ donatorName: z.string(), amount: z.number() })),
  }),
  ticker: z.array(
    z.object({
      id: z.string(),
      donatorName: z.string(),
      amount: z.number(),
      isAmountHidden: z.optional(z.literal(true)),
      /** Paid in a token: what stands in place of the amount, ready to be read. Goal and leaderboard count SOL alone. */
      tokenAmount: z.optional(z.string()),
      paidAt: z.string(),
    }),
  ),
  /** The stream that is running, or null. */
  stream: z.nullable(z.object({ startedAt: z.string(), donations: z.number(), amount: z.number() })),
});
export type WidgetState = z.infer<typeof widgetState>;
