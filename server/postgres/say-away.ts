/** Codes of PostgreSQL's for a connection that could not be made, and for one that failed. */
type AwayCode = '08001' | '08006';

/**
 * Throws what `pg` threw. Where a connection or an answer did not come in time, or a connection ended without a word, that
 * is a bare error of its own: it gets a code as if PostgreSQL had said so, because nobody should go by its text.
 */
export function sayAway(error: Error, code: AwayCode): never {
  const isBare = error.constructor === Error && !('code' in error);
  throw isBare ? Object.assign(error, { code }) : error;
}
