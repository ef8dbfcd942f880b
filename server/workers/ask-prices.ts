import { askPrice } from '#server/app/fiat/ask-price.ts';
import type { PriceOutcome } from '#server/app/fiat/fiat-ports.ts';
import type { Log } from '#server/app/log.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import { startWorker, type Worker } from './work-loop.ts';

const thinEveryMs = 6 * 3_600_000;

/** What the operator reads of an answer that is no price. */
const sentences: Record<Exclude<PriceOutcome, 'taken'>, string> = {
  timed_out: 'it did not answer in time',
  not_connected: 'it cannot be reached',
  status: 'it answered with an error',
  moved: 'it redirects, which is not followed: put the address where it leads into FIAT_PRICE_URL',
  too_large: 'its answer is larger than any price',
  unreadable: 'its answer is no JSON',
  not_a_number: 'there is no number at FIAT_PRICE_PATH in its answer',
  implausible: 'what it says cannot be a price',
  jumped: 'what it says is more than twice or less than half of the price before',
};

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
    else log.warn(detail, `The source of prices gives none: ${sentences[outcome]}.`);
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
