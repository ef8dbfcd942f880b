/** What one node says of an address whose donation's time is over. */
interface NodeWord {
  /** Whether it holds nothing but what the books know. */
  isUnpaid: boolean;
  /** Whether that is so at a block past the donation's time. */
  isPast: boolean;
}

/**
 * Whether it is known that nothing came in time, by all nodes that were asked to say so; none where only one is configured.
 *
 * One that has not come to that time yet has not answered: `isLongPast` tells whether the others are enough by now. Null:
 * too few gave an answer at all.
 */
export function isKnownUnpaid(said: readonly NodeWord[] | null, isLongPast: boolean): boolean {
  if (said === null) return isLongPast;
  const ofPast = said.filter(({ isPast }) => isPast);
  const isEnough = ofPast.length === said.length || (ofPast.length > 0 && isLongPast);
  return isEnough && ofPast.every(({ isUnpaid }) => isUnpaid);
}
