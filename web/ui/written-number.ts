import { formatOfLocale } from '#web/texts/format-of-locale.ts';

const numbers = formatOfLocale((locale) => new Intl.NumberFormat(locale));

/** A whole number as this page's language writes it: '12,345'. */
export function written(count: number): string {
  return numbers().format(count);
}
