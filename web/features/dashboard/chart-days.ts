import type { DonationDay } from '#contract/donation-list-routes.ts';
import { locale } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { amountText } from '#web/ui/amount.tsx';
import { written } from '#web/ui/written-number.ts';

/** How many days the chart shows. */
export const chartDays = 14;
const week = 7;

/** A day of the calendar in words, from YYYY-MM-DD: 'Nov 21', or 'November 21'. It has no time zone any more. */
export function dayName(date: string, month: 'short' | 'long'): string {
  const format = new Intl.DateTimeFormat(locale(), { month, day: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** What is spoken for a day: 'November 21: 11.400000 SOL, 9 donations'. */
export function spokenDay({ date, amount, count }: DonationDay): string {
  const words = texts('dashboard').chart;
  return words.spoken(dayName(date, 'long'), amountText(amount), words.donations(count, written(count)));
}

/** The day that a key leads to from the one at `index` of `count` days; null when the key is none of the slider's. */
export function dayByKey(key: string, index: number, count: number): number | null {
  const last = count - 1;
  const targets: Record<string, number | undefined> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - week,
    PageUp: index + week,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.min(last, Math.max(0, target));
}

/** The day whose column lies under the pointer: `x` pixels into a plot of `width` pixels. */
export function dayAt(x: number, width: number, count: number): number {
  const column = Math.floor((x / width) * count);
  return Math.min(count - 1, Math.max(0, column));
}
