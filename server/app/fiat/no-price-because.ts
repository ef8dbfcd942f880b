import type { PriceOutcome } from './fiat-ports.ts';

/** What the operator reads of an answer that is no price: the end of a sentence about the source. */
export const noPriceBecause: Record<Exclude<PriceOutcome, 'taken'>, string> = {
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
