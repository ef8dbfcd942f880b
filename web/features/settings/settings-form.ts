import * as z from 'zod/mini';
import {
  isPresetOffered,
  minDonationAmount,
  minimumDonationSol,
  mostPresets,
  presetAmounts,
  type User,
} from '#contract/account.ts';
import { lamportsToSol, lamportsToSolString, solToLamports } from '#contract/lamports.ts';
import { defaultColors, gradientTypes } from '#contract/gradient.ts';
import type { RouteInput } from '#contract/routes.ts';
import { type Customization, hexColor, parseCardStyle, resolveCustomization } from '#contract/style.ts';
import { validationTexts } from '#contract/validation-texts.ts';
import { pointForComma } from '#web/lib/point-for-comma.ts';
import { paintCard } from '#web/ui/card-style.ts';

const optionalColor = z
  .string()
  .check(z.refine((text) => text === '' || hexColor.safeParse(text).success, validationTexts.invalidColor));

/** Presets as they are typed, each in its place; empty ones are none. */
const typedPresets = z.array(z.string()).check(({ value, issues }) => {
  const places = [...value.keys()].filter((place) => value[place]?.trim() !== '');
  const read = places.map((place) => readPreset(value[place] ?? ''));
  for (const { message, path } of presetAmounts.safeParse(read).error?.issues ?? [])
    issues.push({ code: 'custom', message, input: value, path: [places[Number(path[0])] ?? 0] });
});

/** The form of /app/settings (spec §5). A text colour left empty takes its default. */
export const settingsForm = z.object({
  minDonationAmount,
  presetAmounts: typedPresets,
  cardColor: hexColor,
  gradientType: z.enum(gradientTypes),
  customGradient: z.string().check(z.maxLength(2000, validationTexts.gradientTooLong)),
  nameColor: optionalColor,
  messageColor: optionalColor,
  amountColor: optionalColor,
});
export type SettingsForm = z.infer<typeof settingsForm>;

/** What the form starts with. */
export function formOf(
  user: Pick<User, 'minDonationAmount' | 'presetAmounts' | 'cardColor' | 'cardGradient'>,
): SettingsForm {
  const style = parseCardStyle(user.cardGradient);
  return {
    minDonationAmount: user.minDonationAmount,
    presetAmounts: Array.from({ length: mostPresets }, (_, place) => presetText(user.presetAmounts?.[place])),
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
    presetAmounts: form.presetAmounts.filter((text) => text.trim() !== '').map(readPreset),
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

/** Whether a colour is typed that is none, so that the preview shows another one. */
export function hasUnfinishedColor(form: SettingsForm): boolean {
  return (
    !hexColor.safeParse(form.cardColor).success ||
    [form.nameColor, form.messageColor, form.amountColor].some(
      (color) => !optionalColor.safeParse(color).success,
    )
  );
}

/**
 * With point or comma. A non-numeric entry falls back to the default minimum (spec §5); commas that can only part thousands are
 * left out, so that such an entry is refused as too much instead.
 */
export function readMinimum(entry: unknown): number {
  const text = String(entry).trim();
  const [entered = minimumDonationSol.default] = [pointForComma(text), text.replaceAll(',', '')]
    .map((typed) => (typed === '' ? Number.NaN : Number(typed)))
    .filter(Number.isFinite);
  return entered;
}

/** The next minimum up or down by a step of the field (spec §5), within what a minimum may be. */
export function stepMinimum(sol: number, way: 1 | -1): number {
  const { least, most } = minimumDonationSol;
  const stepped = solToLamports(sol) + BigInt(way) * solToLamports(least);
  return Math.min(most, Math.max(least, lamportsToSol(stepped)));
}

/** For each place of presets as they are typed: the amount where the minimum is higher and it is not offered, else null. */
export function presetsBelow(typed: readonly string[], minimum: number): (string | null)[] {
  return typed
    .map(readPreset)
    .map((sol) => (isPreset(sol) && !isPresetOffered(sol, minimum) ? presetText(sol) : null));
}

/** With point or comma; what is no amount is refused by the contract. */
function readPreset(text: string): number {
  const typed = pointForComma(text);
  return /^\d*\.?\d+$/.test(typed) ? Number(typed) : -1;
}

function isPreset(sol: number): boolean {
  return presetAmounts.safeParse([sol]).success;
}

function presetText(sol: number | undefined): string {
  return sol === undefined ? '' : lamportsToSolString(solToLamports(sol));
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
