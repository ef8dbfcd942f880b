import type { PriceSource } from '#server/app/fiat/fiat-ports.ts';
import type { Secret } from '#server/app/secret.ts';
import { getText } from './get-text.ts';
import { readPriceAt } from './read-price-at.ts';

/** Name, connection, TLS, request and answer. */
const usualTimeoutMs = 5000;
/** Whole lists of a market's prices are smaller. */
const mostBytes = 262_144;

/** Where the number is. */
interface PricePlace {
  /** May hold the operator's key: it is in no log and no error. */
  url: Secret<string>;
  /** Names and places in the answer's JSON, with dots between. */
  path: string;
}

/**
 * A source that answers a GET with JSON in which somewhere stands the price of one SOL, as a number or as text.
 *
 * The operator chose its address, so it may be one of this machine or network; redirects are not followed, so nobody else
 * chooses one. What comes is bounded in size and time, and read as nothing but one number.
 */
export function createHttpPriceSource({ url, path }: PricePlace, timeoutMs = usualTimeoutMs): PriceSource {
  const target = new URL(url.reveal());
  return {
    name: target.hostname,
    async ask(ending) {
      const answer = await getText(target, { timeoutMs, mostBytes, ending });
      if ('failure' in answer) return answer;
      return readPriceAt(answer.text, path);
    },
  };
}
