import { sentAlertSettings, type SentAlertSettings } from '#contract/moderation.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { pointForComma } from '#web/lib/point-for-comma.ts';
import { texts } from '#web/texts/texts.ts';

/** The form of 'Alerts and moderation': lists of words as lines of text, the amount as it was typed. */
export type AlertRules = Omit<SentAlertSettings, 'ownWords' | 'allowedWords' | 'clipMinimumAmount'> & {
  ownWords: string;
  allowedWords: string;
  clipMinimumAmount: string;
};

/** What the form starts with; what an older server does not say is in it only once it is touched. */
export function rulesOf(settings: SentAlertSettings): AlertRules {
  return {
    ...settings,
    ownWords: settings.ownWords.join('\n'),
    allowedWords: settings.allowedWords.join('\n'),
    clipMinimumAmount: settings.clipMinimumAmount === null ? '' : String(settings.clipMinimumAmount),
  };
}

/** One word or phrase a line or between commas; empty and repeated ones go. */
export function readWords(text: string): string[] {
  const words = text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
}

/** What is sent for the form. Whatever is no amount is none to the schema either, which refuses it. */
export function bodyOf(rules: AlertRules): SentAlertSettings {
  const typed = rules.clipMinimumAmount.trim();
  return {
    ...rules,
    ownWords: readWords(rules.ownWords),
    allowedWords: readWords(rules.allowedWords),
    clipMinimumAmount: typed === '' ? null : Number(pointForComma(typed)),
  };
}

/** The body for this form, or for each field the words that refuse it. */
export function readRules(
  rules: AlertRules,
): { body: SentAlertSettings } | { errors: Partial<Record<keyof AlertRules, string>> } {
  const candidate = bodyOf(rules);
  const parsed = sentAlertSettings.safeParse(candidate);
  if (parsed.success) return { body: parsed.data };
  const errors: Record<string, string> = {};
  for (const [path, message] of Object.entries(fieldErrors(sentAlertSettings, candidate))) {
    const field = path.split('.')[0] ?? path;
    errors[field] ??= field === 'clipMinimumAmount' ? texts('settings').alerts.clipsRange : message;
  }
  return { errors };
}
