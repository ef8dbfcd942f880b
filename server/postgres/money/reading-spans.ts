import { type RawBuilder, sql } from 'kysely';
import { spanMs } from '#server/app/watch-ports.ts';
import { expiryGraceMs } from '#server/domain/donation.ts';

/** Longer than a reading takes with all its repeats. */
export const claimMs = 15_000;

/** A block that late after an expiry states it for certain. */
export const endGraceMs = expiryGraceMs + 1000;

/** When an address is due by itself that is read with its group: never. */
export const withItsGroup = sql`timestamptz '9999-01-01 00:00:00+00'`;

/** The end of the span that a time lies in. */
export function endOfSpan(at: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`to_timestamp(ceil(extract(epoch from ${at}) / ${spanMs / 1000}::int) * ${spanMs / 1000}::int)`;
}

/** Whether a time is the end of a span: what waits for that is read then, and not along with others before. */
export function isEndOfSpan(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${at} = date_bin(${spanMs / 1000}::int * interval '1 second', ${at}, timestamptz 'epoch')`;
}

/** When an open address is read whatever its process hears: its expiry can be stated then. */
export function endOfTime(expiresAt: RawBuilder<unknown>): RawBuilder<Date> {
  return endOfSpan(sql`${expiresAt} + ${endGraceMs}::int * interval '1 ms'`);
}

/** When what is closed, and was claimed until then, is read again: ever later, the longer its time is over. */
export function nextOfClosed(expiresAt: RawBuilder<unknown>, until: Date, now: Date): RawBuilder<Date> {
  const claimedAt = new Date(until.getTime() - claimMs);
  return sql<Date>`${claimedAt}::timestamptz + case
    when ${expiresAt} > ${now}::timestamptz - interval '1 day' then interval '1 minute'
    when ${expiresAt} > ${now}::timestamptz - interval '30 days' then interval '1 hour'
    else interval '1 day' end`;
}
