import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Session } from './account-ports.ts';
import type { Ports } from './ports.ts';
import { getSignedIn } from './present-user.ts';
import type { CurrentSession } from './session-token.ts';

/** Notes that the password was typed again in this session. Throws `Problem`: `wrong_password`, `busy`. */
export async function confirmPassword(
  ports: Pick<Ports, 'streamers' | 'sessions' | 'passwords' | 'audit' | 'settings'>,
  session: CurrentSession,
  body: RouteInput<'confirmPassword'>['body'],
): Promise<RouteReply<'confirmPassword'>> {
  const streamer = await getSignedIn(ports, session.userId);
  if (!(await ports.passwords.verify(body.password, streamer.passwordHash))) {
    await ports.audit.write(streamer.id, 'password_refused');
    throw new Problem('wrong_password');
  }
  const typedAt = await ports.sessions.confirmPassword(session.tokenHash);
  return { confirmedUntil: new Date(typedAt.getTime() + ports.settings.passwordFreshMs).toISOString() };
}

/**
 * Lets only a session pass whose password was typed a short while ago (decisions: Accounts, 'Private key').
 * Throws `Problem('confirm_password')` otherwise.
 */
export function requireFreshPassword(ports: Pick<Ports, 'clock' | 'settings'>, session: Session): void {
  const ageMs = ports.clock.now().getTime() - session.passwordTypedAt.getTime();
  if (ageMs > ports.settings.passwordFreshMs) throw new Problem('confirm_password');
}
