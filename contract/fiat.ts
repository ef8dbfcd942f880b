import * as z from 'zod/mini';

/**
 * Decimals of a currency's amounts by ISO 4217, where they are not two. Our own table: what is stored is counted in the
 * smallest unit, and must not change its meaning with the tables of a browser or of a runtime.
 */
const digitsOf: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  ...Object.fromEntries('CLF UYW'.split(' ').map((code) => [code, 4])),
};

/** How many decimals amounts of a currency have. */
export function currencyDigits(currency: string): number {
  return digitsOf[currency] ?? 2;
}

/**
 * What a donation was worth when it was paid, in the operator's currency: the value with as many decimals as the currency
 * has, and the price of one SOL that it was reckoned with. Exact decimals as text, so that no reader rounds them.
 */
export const fiatAmount = z.object({ currency: z.string(), value: z.string(), price: z.string() });
export type FiatAmount = z.infer<typeof fiatAmount>;

/** What one SOL costs, as this server knows it. Times are ISO 8601. */
export const solPrice = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** Of one SOL; an exact decimal. */
  price: z.string(),
  readAt: z.string(),
  /** From then on whoever shows it says how old it is. */
  staleAt: z.string(),
  /** From then on it is not shown any more. */
  hiddenAt: z.string(),
});
export type SolPrice = z.infer<typeof solPrice>;

/** An amount in the smallest unit of a currency as an exact decimal with all of its digits: 1512n, 2 → '15.12'. */
export function minorToDecimal(minor: bigint, digits: number): string {
  if (digits === 0) return minor.toString();
  const text = minor.toString().padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** A price in millionths as an exact decimal with two decimals at least: 151_204_500n → '151.2045'. */
export function microsToDecimal(micros: bigint): string {
  const [whole = '0', fraction = ''] = minorToDecimal(micros, 6).split('.');
  return `${whole}.${fraction.replace(/0{1,4}$/, '')}`;
}

/**
 * Plain decimal text as whole millionths, rounded to the nearest by its digits and never by float arithmetic. Exponents
 * are read as JSON writes them. Null for what is no such number, is below zero, or has more digits than any price has.
 */
export function decimalToMicros(text: string): bigint | null {
  const [, whole, fraction = '', exponent = '0'] =
    /^(\d{1,30})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const places = 6 + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (places >= 0) return digits * 10n ** BigInt(places);
  const unit = 10n ** BigInt(-places);
  return (digits + unit / 2n) / unit;
}

/** What so many lamports are worth at a price of one SOL, in the currency's smallest unit, to the nearest. */
export function fiatMinor(lamports: bigint, priceMicros: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(15 - digits);
  return (lamports * priceMicros + unit / 2n) / unit;
}
