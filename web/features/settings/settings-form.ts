import * as z from 'zod/mini';
import { minDonationAmount, minimumDonationSol, type User } from '#contract/account.ts';
import { defaultColors, gradientTypes } from '#contract/gradient.ts';
import type { RouteInput } from '#contract/routes.ts';
import { type Customization, hexColor, parseCardStyle, resolveCustomization } from '#contract/style.ts';
import { validationTexts } from '#contract/validation-texts.ts';
import { paintCard } from '#web/ui/card-style.ts';

const optionalColor = z
  .string()
  .check(z.refine((text) => text === '' || hexColor.safeParse(text).success, validationTexts.invalidColor));

/** The form of /app/settings (spec §5). A text colour left empty takes its default. */
export const settingsForm = z.object({
  minDonationAmount,
  cardColor: hexColor,
  gradientType: z.enum(gradientTypes),
  customGradient: z.string().check(z.maxLength(2000, validationTexts.gradientTooLong)),
  nameColor: optionalColor,
  messageColor: optionalColor,
  amountColor: optionalColor,
});
export type SettingsForm = z.infer<typeof settingsForm>;

/** What the form starts with. */
export function formOf(user: Pick<User, 'minDonationAmount' | 'cardColor' | 'cardGradient'>): SettingsForm {
  const style = parseCardStyle(user.cardGradient);
  return {
    minDonationAmount: user.minDonationAmount,
    cardColor: user.cardColor,
    gradientType: style?.gradientType ?? 'none',
    customGradient: style?.customGradient ?? '',
    nameColor: style?.nameColor ?? user.cardColor,
    messageColor: style?.messageColor ?? defaultColors.message,
    amountColor: style?.amountColor ?? defaultColors.amount,
  };
}

/** Body of PUT /donations/settings for this form. */
export function settingsBody(form: SettingsForm): RouteInput<'changeSettings'>['body'] {
  return {
    minDonationAmount: form.minDonationAmount,
    cardColor: form.cardColor,
    cardGradient: storedCardStyle(form),
  };
}

/**
 * The storage rule of spec §4: null when the style is none and the three text colours equal their defaults
 * (name = card colour), otherwise the JSON of the card style with the gradient that results from it.
 */
export function storedCardStyle(form: SettingsForm): string | null {
  const colors = textColors(form);
  const isDefault =
    same(colors.nameColor, form.cardColor) &&
    same(colors.messageColor, defaultColors.message) &&
    same(colors.amountColor, defaultColors.amount);
  if (form.gradientType === 'none' && isDefault) return null;
  return JSON.stringify({
    gradientType: form.gradientType,
    ...(form.customGradient !== '' && { customGradient: form.customGradient }),
    ...colors,
    background: resultingGradient(form),
  });
}

/** The customization that the overlay would get if this form were saved; unfinished colours fall back. */
export function previewOf(form: SettingsForm): Customization {
  return resolveCustomization(form.cardColor, storedCardStyle(form));
}

/** A non-numeric entry falls back to the default minimum (spec §5). */
export function readMinimum(text: unknown): number {
  const entered = typeof text === 'string' && text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(entered) ? entered : minimumDonationSol.default;
}

function textColors(form: SettingsForm): Pick<SettingsForm, 'nameColor' | 'messageColor' | 'amountColor'> {
  return {
    nameColor: form.nameColor || form.cardColor,
    messageColor: form.messageColor || defaultColors.message,
    amountColor: form.amountColor || defaultColors.amount,
  };
}

function resultingGradient(form: SettingsForm): string {
  const { background } = paintCard({
    cardColor: form.cardColor,
    ...textColors(form),
    background: '',
    gradientType: form.gradientType,
    customGradient: form.customGradient,
  });
  return background === 'none' ? '' : background;
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
