import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import type { CurrentSession } from './session-token.ts';

/**
 * Ends a session of this account by its public id, also the one that asks. An id that names nothing, or a session of
 * somebody else, gets the same answer: nobody learns which ids exist.
 */
export async function endSession(
  ports: Pick<Ports, 'sessions'>,
  { userId }: CurrentSession,
  id: string,
): Promise<RouteReply<'endSession'>> {
  await ports.sessions.end(userId, id);
  return { ok: true };
}

/** Ends every session of this account but the one that asks. */
export async function endOtherSessions(
  ports: Pick<Ports, 'sessions'>,
  current: CurrentSession,
): Promise<RouteReply<'endOtherSessions'>> {
  return { ended: await ports.sessions.endOthers(current) };
}
