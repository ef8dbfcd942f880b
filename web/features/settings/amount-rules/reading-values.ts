import { type SpeechSettings, speechSettings } from '#contract/speech.ts';
import { typedAmount } from './rule-values.ts';

/** The form of reading aloud: the amount as it was typed. */
export type ReadingValues = Omit<SpeechSettings, 'minimumAmount'> & { minimumAmount: string };

/** What the form starts with. */
export function readingOf({ source, minimumAmount, volume, language }: SpeechSettings): ReadingValues {
  return {
    source,
    volume,
    language,
    minimumAmount: minimumAmount === null ? '' : String(minimumAmount),
  };
}

/** What is sent for the form. Whatever is no amount the schema refuses. */
export function bodyOf({ minimumAmount, ...values }: ReadingValues): SpeechSettings {
  return { ...values, minimumAmount: minimumAmount.trim() === '' ? null : typedAmount(minimumAmount) };
}

/** The body for this form; null where the amount is none that may be. */
export function readReading(values: ReadingValues): SpeechSettings | null {
  const parsed = speechSettings.safeParse(bodyOf(values));
  return parsed.success ? parsed.data : null;
}
