import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { proveIdentity } from './prove-identity.ts';
import type { CurrentSession } from './session-token.ts';

/**
 * Notes that the password, and a code where the second factor is on, were typed again in this session.
 * Throws `Problem` as `proveIdentity` does.
 */
export async function confirmPassword(
  ports: Parameters<typeof proveIdentity>[0] & Pick<Ports, 'sessions' | 'settings'>,
  session: CurrentSession,
  body: RouteInput<'confirmPassword'>['body'],
): Promise<RouteReply<'confirmPassword'>> {
  const { withCode } = await proveIdentity(ports, session.userId, body);
  const typedAt = await ports.sessions.noteProof(session.tokenHash, withCode);
  return { confirmedUntil: new Date(typedAt.getTime() + ports.settings.passwordFreshMs).toISOString() };
}
