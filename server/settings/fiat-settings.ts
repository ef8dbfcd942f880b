import * as z from 'zod';
import type { FiatSettings } from '#server/app/fiat/fiat-ports.ts';
import { Secret } from '#server/app/secret.ts';

/** Where prices come from, and what becomes of them. */
export interface FiatConfig {
  /** It may hold the operator's key. */
  url: Secret<string>;
  /** Where in the answer the number stands. */
  path: string;
  settings: FiatSettings;
}

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
const seconds = (least: number, most: number) =>
  z.coerce
    .number(`must be a number of seconds, for example ${least}`)
    .int('must be a whole number of seconds')
    .min(least, `must be at least ${least} seconds`)
    .max(most, `must be at most ${most} seconds`);

const currencies = new Set(Intl.supportedValuesOf('currency'));
const usualEverySeconds = 60;
const everySecondsOf = (given: number | undefined): number => given ?? usualEverySeconds;
/** A source that misses four questions is stale; thirty minutes of silence hide its last price. */
const staleSecondsOf = (every: number): number => Math.max(300, 5 * every);
const hiddenSecondsOf = (stale: number): number => Math.max(1800, 2 * stale);

/** The variables about the currency beside SOL. All of them are empty where there is none. */
export const fiatVariables = {
  FIAT_CURRENCY: optional(
    z
      .string()
      .refine((code) => currencies.has(code), 'must be a currency by ISO 4217 in capitals, for example EUR'),
  ),
  FIAT_PRICE_URL: optional(
    z.url({
      protocol: /^https?$/,
      error:
        'must be a web address that answers with JSON, for example https://prices.example/simple?coin=solana&in=eur',
    }),
  ),
  FIAT_PRICE_PATH: optional(
    z
      .string()
      .max(200, 'must be shorter than 200 characters')
      .regex(/^[^.]+(\.[^.]+)*$/, 'must be names with dots between, for example solana.eur'),
  ),
  FIAT_PRICE_EVERY_SECONDS: optional(seconds(10, 900)),
  FIAT_PRICE_STALE_SECONDS: optional(seconds(20, 86_400)),
  FIAT_PRICE_HIDDEN_SECONDS: optional(seconds(30, 172_800)),
};

type FiatEnvironment = { [K in keyof typeof fiatVariables]?: z.infer<(typeof fiatVariables)[K]> };

/** What is half set, and marks that no price could keep to. */
export function listFiatFaults(env: FiatEnvironment): { path: keyof FiatEnvironment; message: string }[] {
  const named = ['FIAT_CURRENCY', 'FIAT_PRICE_URL', 'FIAT_PRICE_PATH'] as const;
  const missing = named.filter((name) => env[name] === undefined);
  const faults: { path: keyof FiatEnvironment; message: string }[] =
    missing.length === named.length
      ? []
      : missing.map((path) => ({
          path,
          message: `must be set together with ${named.filter((name) => name !== path).join(' and ')}`,
        }));
  const { everyMs, staleMs, hiddenMs } = readMarks(env);
  if (staleMs < 2 * everyMs)
    faults.push({
      path: 'FIAT_PRICE_STALE_SECONDS',
      message: 'must be at least twice FIAT_PRICE_EVERY_SECONDS: a price would be stale before the next one',
    });
  if (hiddenMs <= staleMs)
    faults.push({
      path: 'FIAT_PRICE_HIDDEN_SECONDS',
      message: 'must be longer than FIAT_PRICE_STALE_SECONDS: a price is marked first and hidden later',
    });
  return faults;
}

/** The currency beside SOL; null where none is set. */
export function readFiat(env: FiatEnvironment): FiatConfig | null {
  const { FIAT_CURRENCY: currency, FIAT_PRICE_URL: url, FIAT_PRICE_PATH: path } = env;
  if (currency === undefined || url === undefined || path === undefined) return null;
  return { url: new Secret(url), path, settings: { currency, ...readMarks(env) } };
}

function readMarks(env: FiatEnvironment): Omit<FiatSettings, 'currency'> {
  const every = everySecondsOf(env.FIAT_PRICE_EVERY_SECONDS);
  const stale = env.FIAT_PRICE_STALE_SECONDS ?? staleSecondsOf(every);
  const hidden = env.FIAT_PRICE_HIDDEN_SECONDS ?? hiddenSecondsOf(stale);
  return { everyMs: every * 1000, staleMs: stale * 1000, hiddenMs: hidden * 1000 };
}
