import type { PostPlace, PostSettings } from '#contract/posts.ts';
import { typedAmount } from '#web/features/settings/amount-rules/rule-values.ts';

/** The form of a place: the amount as it was typed. */
export interface PlaceValues {
  isOn: boolean;
  template: string;
  minimumAmount: string;
}

/** What the form starts with. */
export function valuesOf({ isOn, template, minimumAmount }: PostPlace): PlaceValues {
  return { isOn, template, minimumAmount: minimumAmount === null ? '' : String(minimumAmount) };
}

/** What is sent for the form. Whatever is no amount is 0, which the schema refuses in words. */
export function bodyOf({ minimumAmount, ...values }: PlaceValues): PostSettings {
  if (minimumAmount.trim() === '') return { ...values, minimumAmount: null };
  const typed = typedAmount(minimumAmount);
  return { ...values, minimumAmount: Number.isNaN(typed) ? 0 : typed };
}
