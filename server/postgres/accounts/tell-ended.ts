import { Problem } from '#contract/problem.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { emitToAll } from '#server/postgres/connection/outbox.ts';

/** Tells the sockets of these rooms that what they came in by, a session, a token or a link, is no longer good. */
export async function tellEnded(
  trx: Trx,
  toRooms: readonly string[],
  why: 'unauthorized' | 'invalid_link_code',
): Promise<void> {
  const { message, code } = new Problem(why);
  await emitToAll(trx, toRooms, { name: 'error', body: { message, code } });
}
