import * as z from 'zod/mini';
import { mostChannels, readChannel } from './channels.ts';
import { validationTexts } from './validation-texts.ts';
import { cardStyle, hexColor, parseCardStyle } from './style.ts';

/** Limits of a streamer's own minimum, in SOL (spec §5). */
export const minimumDonationSol = { default: 0.002, least: 0.002, most: 100 } as const;

/** Username rules with the spec's texts (§5). */
export const username = z
  .string()
  .check(
    z.minLength(3, validationTexts.usernameTooShort),
    z.maxLength(20, validationTexts.usernameTooLong),
    z.regex(/^[A-Za-z0-9_-]+$/, validationTexts.usernameForm),
  );

/** Password rules with the spec's texts (§5). */
export const newPassword = z
  .string()
  .check(z.minLength(6, validationTexts.passwordTooShort), z.maxLength(50, validationTexts.passwordTooLong));

/** An IANA time zone name that this runtime knows. Bare offsets are none: PostgreSQL reads their sign the other way. */
const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, validationTexts.timeZoneUnknown));

const tooLong = 'The username or password is not right.';

/** Body of POST /auth/login (spec §5). */
export const credentials = z.object({
  username: z
    .string(validationTexts.usernameMissing)
    .check(z.minLength(1, validationTexts.usernameMissing), z.maxLength(200, tooLong)),
  password: z
    .string(validationTexts.passwordMissing)
    .check(z.minLength(1, validationTexts.passwordMissing), z.maxLength(200, tooLong)),
});

/** Body of POST /auth/register. The time zone decides what 'Today' means; UTC when absent. */
export const registration = z.object({ username, password: newPassword, timeZone: z.optional(timeZone) });

/** A signed-in streamer, as the client holds it. Amounts are SOL. */
export const user = z.object({
  id: z.string(),
  username: z.string(),
  walletAddress: z.string(),
  minDonationAmount: z.number(),
  /** SOL, smallest first; those below the minimum are kept and not offered. Older servers do not say. */
  presetAmounts: z.optional(z.array(z.number())),
  cardColor: z.string(),
  cardGradient: z.nullable(z.string()),
  timeZone: z.string(),
  payoutAddress: z.nullable(z.string()),
  acceptingDonations: z.boolean(),
  /** Only there while the operator has suspended the donation link: it answers as if it did not exist. */
  isSuspended: z.optional(z.literal(true)),
  /** Where the streamer can be seen, as whole https addresses. Older servers do not say. */
  channels: z.optional(z.array(z.string())),
  /** Only there for accounts that may open the operator's page. */
  isOperator: z.optional(z.literal(true)),
  /** Only there while the account waits to be deleted: when that becomes final, ISO 8601. */
  deletesAt: z.optional(z.string()),
});
export type User = z.infer<typeof user>;

/** The minimum in SOL with the spec's texts (§5). */
export const minDonationAmount = z
  .number()
  .check(
    z.gte(minimumDonationSol.least, validationTexts.minimumTooSmall),
    z.lte(minimumDonationSol.most, validationTexts.minimumTooLarge),
  );

/** So many amounts a streamer may offer. */
export const mostPresets = 6;

/**
 * Amounts that donors choose from, in SOL; each stands there once, a second one is what is refused.
 *
 * The streamer's own minimum refuses none: below it a preset is kept and not offered (`isPresetOffered`). So what was
 * saved before, and what else is changed with it, decides about nothing.
 */
export const presetAmounts = z
  .array(
    z
      .number()
      .check(
        z.gt(0, validationTexts.withdrawalAmountMissing),
        z.gte(minimumDonationSol.least, validationTexts.presetTooSmall),
        z.lte(1000, validationTexts.presetTooLarge),
      ),
  )
  .check(z.maxLength(mostPresets, validationTexts.tooManyPresets), refuseSecond);

/** Whether donors are offered a preset while this is the minimum; both in the same unit. */
export function isPresetOffered<Amount extends number | bigint>(preset: Amount, minimum: Amount): boolean {
  return preset >= minimum;
}

/** Body of PUT /donations/settings. `cardGradient` is the JSON of a card style, or null (spec §4, storage rule). */
export const donationSettings = z.object({
  minDonationAmount,
  /** Left out, they stay as they are. */
  presetAmounts: z.optional(presetAmounts),
  cardColor: hexColor,
  cardGradient: z.nullable(
    z.string().check(
      z.maxLength(8000),
      z.refine((text) => parseCardStyle(text) !== null, { error: cardStyleMessage }),
    ),
  ),
});

/** Channels as `readChannel` writes them. */
const channels = z
  .array(
    z.string().check(
      z.maxLength(200, validationTexts.channelForm),
      z.refine((text) => readChannel(text) === text, { error: validationTexts.channelForm }),
    ),
  )
  .check(z.maxLength(mostChannels, validationTexts.tooManyChannels));

/** Body of PUT /account: settings that the spec's own call has no field for. `payoutAddress` needs a recent password. */
export const accountSettings = z.object({
  timeZone: z.optional(timeZone),
  payoutAddress: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  acceptingDonations: z.optional(z.boolean()),
  channels: z.optional(channels),
});

function refuseSecond({ value, issues }: z.core.ParsePayload<number[]>): void {
  for (const [place, amount] of value.entries())
    if (value.indexOf(amount) < place)
      issues.push({ code: 'custom', message: validationTexts.presetTwice, input: amount, path: [place] });
}

function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function cardStyleMessage(issue: { input?: unknown }): string {
  const parsed = cardStyle.safeParse(readJson(issue.input));
  return parsed.error?.issues[0]?.message ?? validationTexts.cardStyleUnreadable;
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
