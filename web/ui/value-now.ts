import {
  currencyDigits,
  decimalToMicros,
  type FiatAmount,
  fiatMinor,
  minorToDecimal,
  type SolPrice,
} from '#contract/fiat.ts';
import { solToLamports } from '#contract/lamports.ts';

/** What an amount is worth by a price, and whether that price is old enough to say so. */
export interface ValueNow extends Pick<FiatAmount, 'currency' | 'value'> {
  /** When the price was read, where it is stale; null while it is fresh. */
  priceOf: string | null;
}

/** More SOL than there is: from here on a number that somebody types is no amount. */
const tooMuchSol = 1_000_000_000;

/** What so much SOL is worth at a time; null for what is no amount, and while no price is known that may be shown. */
export function valueNow(sol: number, price: SolPrice | null, nowMs: number): ValueNow | null {
  if (!(sol >= 0 && sol < tooMuchSol)) return null;
  const micros = price === null ? null : decimalToMicros(price.price);
  if (price === null || micros === null || nowMs >= Date.parse(price.hiddenAt)) return null;
  const { currency } = price;
  const digits = currencyDigits(currency);
  return {
    currency,
    value: minorToDecimal(fiatMinor(solToLamports(sol), micros, digits), digits),
    priceOf: nowMs >= Date.parse(price.staleAt) ? price.readAt : null,
  };
}
