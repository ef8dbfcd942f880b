/**
 * PostgreSQL has no disk, memory or connection left, is shutting down, or lost the connection: classes 53, 57P0, 08. Or it
 * gave a statement up that took too long (57014), or that would have waited for a lock (55P03).
 */
const databaseAway = /^(?:53...|57P0.|08...|57014|55P03)$/;
/** What the system says when there is no room, nobody where the database should listen, or no way or name that leads there. */
const systemAway: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** It is there, and gave up a statement: where that came from is worth knowing. */
const statementGivenUp: ReadonlySet<unknown> = new Set(['57014', '55P03']);

/**
 * Whether an error says that the way to the database or the disk is gone: where in the program that was noticed tells
 * nothing.
 */
export function isStorageUnreachable(error: unknown): boolean {
  return isStorageAway(error) && !statementGivenUp.has((error as { code?: unknown }).code);
}

/** Whether an error says that the database or the disk is away, too slow or full; any other one is a bug. */
export function isStorageAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  // Fastify's word for a client that went away while it was sending.
  if ('statusCode' in error) return false;
  // A socket file that is missing means that PostgreSQL has ended, and one that takes nobody more that it hangs; any other
  // file that is missing is a bug.
  const isSocketDead =
    ['ENOENT', 'EAGAIN'].includes(error.code) && 'syscall' in error && error.syscall === 'connect';
  return databaseAway.test(error.code) || systemAway.has(error.code) || isSocketDead;
}
