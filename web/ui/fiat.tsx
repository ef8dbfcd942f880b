import './fiat.css';
import type { FiatAmount } from '#contract/fiat.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { useSolPrice } from '#web/lib/use-sol-price.ts';
import { locale } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { fiatText } from './fiat-text.ts';
import { timeOfDay } from './format.ts';
import { useNow } from './use-now.ts';
import { valueNow } from './value-now.ts';

const lookEveryMs = 15_000;

/**
 * What an amount of SOL is worth now, under or beside it; a stale price says of when it is. Nothing where the operator
 * shows no currency; where they do, its line stands empty while no price is known, so that nothing jumps.
 */
export function FiatNow({ sol, note }: { sol: number; note?: string }) {
  const { fiatCurrency } = useConfig();
  const price = useSolPrice();
  const nowMs = useNow(lookEveryMs, fiatCurrency !== null);
  if (fiatCurrency === null) return null;
  const value = valueNow(sol, price, nowMs);
  if (value === null) return <span className="fiat">{'\u00a0'}</span>;
  return (
    <span className="fiat">
      {fiatText(value, locale())}
      {note !== undefined && value.priceOf === null && ` ${note}`}
      {value.priceOf !== null && (
        <span className="fiat-age"> {texts('common').fiat.priceOf(timeOfDay(value.priceOf))}</span>
      )}
    </span>
  );
}

/** What a donation was worth when it was paid; nothing where that is not known. Servers of before do not tell it. */
export function FiatThen({ fiat }: { fiat: FiatAmount | null | undefined }) {
  if (fiat == null) return null;
  const price = fiatText({ currency: fiat.currency, value: fiat.price }, locale()).replace(/^≈\s/, '');
  return (
    <span className="fiat" title={texts('common').fiat.whenPaid(price)}>
      {fiatText(fiat, locale())}
    </span>
  );
}
