import { type RawBuilder, sql } from 'kysely';
import { spanMs } from '#server/app/watch-ports.ts';
import { expiryGraceMs } from '#server/domain/donation.ts';

/** A block that late after an expiry states it for certain. */
export const endGraceMs = expiryGraceMs + 1000;

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
