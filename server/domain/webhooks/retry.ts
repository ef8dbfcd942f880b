import type { DeliveryEvent, DisabledWhy } from '#contract/webhooks.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The pauses after the first attempt and those that follow: a little more than three days in all. */
const pausesMs = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** So much of a pause is left to chance, so that what failed together does not come back together. */
const jitter = 0.2;
/** A receiver that fails every time is let alone meanwhile, longer and longer; a dead one costs one attempt a minute. */
const longestRestMs = minute;
const longestRetryAfterMs = 6 * hour;
/** The longest that a whole webhook is let alone. */
export const longestAskedRestMs = 15 * minute;
/** Nothing but failures for so long: the webhook is switched off. */
const failingTooLongMs = 5 * day;

/** What a receiver answered: null for no answer. */
export interface Answer {
  status: number | null;
  /** What the receiver asked for by `Retry-After`, in milliseconds; null when it did not. */
  retryAfterMs: number | null;
}

/** Whether a message arrived: 2xx alone counts. */
export function isDelivered({ status }: Answer): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * When a delivery is tried again after its n-th attempt failed, in milliseconds; null: never.
 * A test has one attempt. `random` is from 0 to 1.
 */
export function nextPauseMs(
  { event, attempts }: { event: DeliveryEvent; attempts: number },
  { retryAfterMs }: Answer,
  random: number,
): number | null {
  const pause = event === 'test' ? undefined : pausesMs[attempts - 1];
  if (pause === undefined) return null;
  const jittered = pause * (1 + jitter * (2 * random - 1));
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, longestRetryAfterMs));
}

/** How long a whole webhook is let alone after its n-th failure in a row, in milliseconds. */
export function restMs(failures: number, { retryAfterMs }: Answer): number {
  const rest = Math.min(second * 2 ** Math.min(failures - 1, 10), longestRestMs);
  return Math.max(rest, Math.min(retryAfterMs ?? 0, longestAskedRestMs));
}

/** Why a webhook is to be switched off after a failure; null when it is not. Tests never switch one off. */
export function disabledBy(
  { event, failingSince }: { event: DeliveryEvent; failingSince: Date },
  { status }: Answer,
  now: Date,
): DisabledWhy | null {
  if (event === 'test') return null;
  if (status === 410) return 'gone';
  return now.getTime() - failingSince.getTime() >= failingTooLongMs ? 'failing' : null;
}
