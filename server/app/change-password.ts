import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Ports } from './ports.ts';
import { getSignedIn } from './present-user.ts';
import type { CurrentSession } from './session-token.ts';

/**
 * Sets another password and ends every session but the one that asks, where it counts as just typed.
 *
 * Throws `Problem`: `wrong_password` when the current one is not right, also when somebody changed it meanwhile; `busy`
 * when too many passwords are being checked. A refusal changes nothing.
 */
export async function changePassword(
  ports: Pick<Ports, 'streamers' | 'sessions' | 'passwords' | 'audit'>,
  current: CurrentSession,
  body: RouteInput<'changePassword'>['body'],
): Promise<RouteReply<'changePassword'>> {
  const { id, passwordHash: was } = await getSignedIn(ports, current.userId);
  if (!(await ports.passwords.verify(body.currentPassword, was))) {
    await ports.audit.write(id, 'password_refused');
    throw new Problem('wrong_password');
  }
  const becomes = await ports.passwords.hash(body.newPassword);
  const ended = await ports.sessions.changePassword(current, { was, becomes });
  if (ended === null) throw new Problem('wrong_password');
  return { ended };
}
