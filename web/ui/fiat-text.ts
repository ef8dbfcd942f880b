import type { FiatAmount } from '#contract/fiat.ts';

/**
 * A value in a currency as people of a locale write it, with as many decimals as it has, and a sign that it is about so
 * much: '≈ €15.12'. Without a locale as the browser's own language does.
 */
export function fiatText(
  { currency, value }: Pick<FiatAmount, 'currency' | 'value'>,
  locale?: string,
): string {
  const digits = value.split('.')[1]?.length ?? 0;
  const written = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(value));
  return `≈\u00a0${written}`;
}
