import { formatOfLocale } from '#web/texts/format-of-locale.ts';
import { texts } from '#web/texts/texts.ts';

const dates = formatOfLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);
const times = formatOfLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }),
);
const agos = formatOfLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** 'Nov 21, 2026, 10:58 AM' (spec §9); in another language as it writes the same. */
export function formatDate(iso: string): string {
  return dates().format(new Date(iso));
}

/** '10:58 AM', in the browser's own time zone; cut off to the minute. */
export function timeOfDay(iso: string): string {
  return times().format(new Date(iso));
}

/** The first 8 characters and an ellipsis, as the sidebar, dashboard and settings show an address (spec §9). */
export function previewAddress(address: string): string {
  return `${address.slice(0, 8)}…`;
}

/** Four characters at each end (spec §9). */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** 'just now', '3 minutes ago', '2 hours ago'; from 24 hours on by the calendar: 'yesterday', '2 days ago'. */
export function timeAgo(iso: string, nowMs: number): string {
  const ago = agos();
  const then = Date.parse(iso);
  const minutes = Math.floor((nowMs - then) / 60_000);
  if (minutes < 1) return texts('common').justNow;
  if (minutes < 60) return ago.format(-minutes, 'minute');
  if (minutes < 24 * 60) return ago.format(-Math.floor(minutes / 60), 'hour');
  return ago.format(dayOf(then) - dayOf(nowMs), 'day');
}

/** The number of a time's day in this browser's time zone; the day after has the next one, however long a day is. */
function dayOf(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}
