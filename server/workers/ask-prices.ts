import { askPrice } from '#server/app/fiat/ask-price.ts';
import type { PriceOutcome } from '#server/app/fiat/fiat-ports.ts';
import { noPriceBecause } from '#server/app/fiat/no-price-because.ts';
import type { Log } from '#server/app/log.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import { startWorker, type Worker } from './work-loop.ts';

const thinEveryMs = 6 * 3_600_000;

type Needs = Pick<Ports, 'fiat' | 'prices' | 'clock'> & { meter: Pick<Meter, 'priceAsked'> };

/**
 * Asks the operator's source for the price of SOL, one process of all at a time, and thins out what was read. Without a
 * source nothing runs. The log tells when answers begin to be refused, when for another reason, and when they are taken
 * again: not every minute.
 */
export function askPrices({ fiat, ...ports }: Needs, log: Log): Worker[] {
  if (fiat === null) return [];
  const ending = new AbortController();
  let last: PriceOutcome = 'taken';
  const tell = (outcome: PriceOutcome): void => {
    if (outcome === last) return;
    const detail = { source: fiat.source.name, outcome };
    if (outcome === 'taken') log.info(detail, 'The price of SOL is known again.');
    else log.warn(detail, `The source of prices gives none: ${noPriceBecause[outcome]}.`);
    last = outcome;
  };
  const asking = startWorker({
    name: 'ask-prices',
    log,
    maxIdleMs: fiat.settings.everyMs,
    step: async () => {
      const { nextAt, outcome } = await askPrice({ fiat, ...ports }, ending.signal);
      if (outcome !== null) tell(outcome);
      return nextAt;
    },
  });
  const thinning = startWorker({
    name: 'thin-prices',
    log,
    maxIdleMs: thinEveryMs,
    step: async () => {
      await ports.prices.thin();
      return null;
    },
  });
  const stopAsking = async (): Promise<void> => {
    ending.abort();
    await asking.stop();
  };
  return [{ wake: () => asking.wake(), stop: stopAsking }, thinning];
}
