import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import type { CurrentSession } from './session-token.ts';

/** The sessions of this account that are in force, this one first, then the one used last. */
export async function listSessions(
  ports: Pick<Ports, 'sessions'>,
  current: CurrentSession,
): Promise<RouteReply<'listSessions'>> {
  const sessions = await ports.sessions.list(current);
  const data = sessions.map(({ createdAt, seenAt, endsAt, ...session }) => ({
    ...session,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
  return { data };
}
