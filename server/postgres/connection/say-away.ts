/** Codes of PostgreSQL's for a connection that could not be made, and for one that failed. */
type AwayCode = '08001' | '08006';

/**
 * Gives what `pg` says back. Where a connection or an answer did not come in time, or a connection ended without a word, that
 * is a bare error of its own: it gets a code as if PostgreSQL had said so, because nobody should go by its text.
 */
export function asAway(error: Error, code: AwayCode): Error {
  const isBare = error.constructor === Error && !('code' in error);
  return isBare ? Object.assign(error, { code }) : error;
}

/** Throws what `pg` threw, as `asAway` has it. */
export function sayAway(error: Error, code: AwayCode): never {
  throw asAway(error, code);
}
