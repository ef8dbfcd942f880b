import * as z from 'zod/mini';
import { validationTexts } from './validation-texts.ts';
import { defaultColors, gradientTypes, isGradientText, safeGradient } from './gradient.ts';

/** '#RRGGBB' in either case, with the spec's message. */
export const hexColor = z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/, validationTexts.invalidColor));

const gradientText = z
  .string(validationTexts.gradientNotText)
  .check(
    z.maxLength(2000, validationTexts.gradientTooLong),
    z.refine(isGradientText, validationTexts.gradientNotText),
  );

/** The card style as the streamer saved it: the JSON inside `cardGradient` (spec §3). */
export const cardStyle = z.object(
  {
    gradientType: z.enum(gradientTypes, validationTexts.gradientTypeUnknown),
    customGradient: z.optional(gradientText),
    nameColor: z.optional(hexColor),
    messageColor: z.optional(hexColor),
    amountColor: z.optional(hexColor),
    background: z.optional(gradientText),
  },
  validationTexts.cardStyleUnreadable,
);

/** What the overlay paints with. Every value is resolved: the widget merges and must never keep an old one. */
export const customization = z.object({
  cardColor: z.string(),
  nameColor: z.string(),
  messageColor: z.string(),
  amountColor: z.string(),
  background: z.string(),
  gradientType: z.enum(gradientTypes),
  customGradient: z.string(),
});
export type Customization = z.infer<typeof customization>;

/**
 * The full set of values that an overlay needs, from what the streamer saved.
 *
 * `cardGradient` null, unreadable or of type none gives `gradientType: 'none'` and an empty background.
 * A background that is not a pure gradient becomes empty, and the overlay paints the preset of the type.
 */
export function resolveCustomization(cardColor: string, cardGradient: string | null): Customization {
  const style = parseCardStyle(cardGradient);
  return {
    cardColor,
    nameColor: style?.nameColor ?? cardColor,
    messageColor: style?.messageColor ?? defaultColors.message,
    amountColor: style?.amountColor ?? defaultColors.amount,
    background: style === null || style.gradientType === 'none' ? '' : (safeGradient(style.background) ?? ''),
    gradientType: style?.gradientType ?? 'none',
    customGradient: safeGradient(style?.customGradient) ?? '',
  };
}

/** The saved style, or null when there is none or it cannot be read. */
export function parseCardStyle(cardGradient: string | null): z.infer<typeof cardStyle> | null {
  if (cardGradient === null) return null;
  try {
    const parsed = cardStyle.safeParse(JSON.parse(cardGradient));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
