import { locale } from '#web/texts/language.ts';

/** A size in words: '61 MB', '4.2 GB', and below a megabyte '84 kB'. */
export function writtenSize(bytes: number): string {
  const unit = bytes >= 1e9 ? 'gigabyte' : bytes >= 1e6 ? 'megabyte' : 'kilobyte';
  const per = { gigabyte: 1e9, megabyte: 1e6, kilobyte: 1e3 }[unit];
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'gigabyte' ? 1 : 0,
  }).format(bytes / per);
}

/** Seconds with one decimal where they are few: '0.1 seconds', '12 seconds'. */
export function writtenSeconds(seconds: number): string {
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
    maximumFractionDigits: seconds < 10 ? 1 : 0,
  }).format(seconds);
}

/** The time of day with seconds. */
export function writtenClock(ms: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' }).format(new Date(ms));
}

/** How long until then: 'in 5 minutes', 'now', and from two hours on 'in 23 hours'. */
export function writtenUntil(iso: string, nowMs: number): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(iso) - nowMs) / 60_000));
  const until = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  return minutes < 120 ? until.format(minutes, 'minute') : until.format(Math.floor(minutes / 60), 'hour');
}

/** How long something lasted: '25 minutes', '3 hours', '2 days'. */
export function writtenSpan(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const [value, unit] =
    minutes < 120
      ? ([minutes, 'minute'] as const)
      : minutes < 2880
        ? ([Math.round(minutes / 60), 'hour'] as const)
        : ([Math.round(minutes / 1440), 'day'] as const);
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
