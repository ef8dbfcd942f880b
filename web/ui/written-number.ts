import { locale } from '#web/texts/language.ts';

/** A whole number as this page's language writes it: '12,345'. */
export function written(count: number): string {
  return new Intl.NumberFormat(locale()).format(count);
}
