import { currencyDigits } from '#contract/fiat.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Clock } from '#server/app/ports.ts';
import { judgePrice } from '#server/domain/fiat/judge-price.ts';
import type { FiatPorts, PriceOutcome } from './fiat-ports.ts';

/** What asking needs. */
interface Asking {
  fiat: NonNullable<FiatPorts['fiat']>;
  prices: FiatPorts['prices'];
  clock: Clock;
  meter: Pick<Meter, 'priceAsked'>;
}

/**
 * Asks the source for the price of SOL if it is this process's turn, judges the answer, and keeps one that is taken.
 *
 * Returns when the next turn is due, and how asking ended; null for a turn that was another's. A process that dies in
 * its turn leaves out one price. Throws what the database throws.
 */
export async function askPrice(
  { fiat: { settings, source }, prices, clock, meter }: Asking,
  ending: AbortSignal,
): Promise<{ nextAt: Date; outcome: PriceOutcome | null }> {
  const { currency, everyMs, hiddenMs } = settings;
  const { isMine, nextAt } = await prices.takeTurn(everyMs);
  if (!isMine) return { nextAt, outcome: null };
  const answer = await source.ask(ending);
  if ('failure' in answer) {
    // What a server that ends has cut off itself is nobody's failure.
    if (!ending.aborted) meter.priceAsked(answer.failure);
    return { nextAt, outcome: ending.aborted ? null : answer.failure };
  }
  const readAt = clock.now();
  const digits = currencyDigits(currency);
  const { priceMicros } = answer;
  const before = await prices.latest(currency);
  const outcome = judgePrice(priceMicros, before, { now: readAt, digits, believedMs: hiddenMs });
  if (outcome === 'taken') {
    await prices.keep({ currency, digits, priceMicros, readAt, believedMs: hiddenMs });
  }
  meter.priceAsked(outcome);
  return { nextAt, outcome };
}
