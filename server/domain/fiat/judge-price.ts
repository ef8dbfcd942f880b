/** A price of one SOL, in millionths of a currency's unit, and when it was read. */
export interface ReadPrice {
  priceMicros: bigint;
  readAt: Date;
}

/** What is thought of an answer of the source. */
export type PriceVerdict = 'taken' | 'implausible' | 'jumped';

/**
 * Between two answers of a price that is still believed lie minutes, half an hour at most. In all of its years SOL has
 * never doubled or halved in so short a time, while what goes wrong with a source moves by far more: another coin or
 * currency (a factor of 6 and up), cents for units (100), a decimal point (10).
 */
const jumpFactor = 2n;

/** All SOL there is, at this price and in the smallest unit, still has room in the 64 bits that an amount is stored in. */
const mostMinorMicros = 10n ** 16n;

/**
 * Judges a price by the one before it; `digits` are those of the currency.
 *
 * | the answer | verdict |
 * |---|---|
 * | 0, or more than any currency needs | implausible |
 * | above twice or below half of a price that is still believed | jumped |
 * | anything else | taken |
 *
 * A price that did move so far is taken as soon as the one before it is believed no more: nothing is shown for a while,
 * but nothing wrong either, and nobody has to help.
 */
export function judgePrice(
  priceMicros: bigint,
  before: ReadPrice | null,
  { now, digits, believedMs }: { now: Date; digits: number; believedMs: number },
): PriceVerdict {
  if (priceMicros <= 0n || priceMicros * 10n ** BigInt(digits) > mostMinorMicros) return 'implausible';
  if (before === null || now.getTime() - before.readAt.getTime() > believedMs) return 'taken';
  const isJump =
    priceMicros > before.priceMicros * jumpFactor || priceMicros * jumpFactor < before.priceMicros;
  return isJump ? 'jumped' : 'taken';
}
