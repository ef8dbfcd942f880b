import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import type { CurrentSession } from './session-token.ts';

/** Ends this session; its token is worth nothing from then on. Other sessions of the account stay. */
export async function signOut(
  ports: Pick<Ports, 'sessions'>,
  session: CurrentSession,
): Promise<RouteReply<'logout'>> {
  await ports.sessions.revoke(session.tokenHash);
  return { ok: true };
}
