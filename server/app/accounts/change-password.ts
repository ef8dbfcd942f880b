import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { proveIdentity } from './prove-identity.ts';
import type { CurrentSession } from './session-token.ts';

/**
 * Sets another password and ends every session but the one that asks, where it counts as just typed.
 *
 * Throws `Problem` as `proveIdentity` does when the current password or the code is not right; `wrong_password` also when
 * somebody changed it meanwhile. A refusal changes nothing.
 */
export async function changePassword(
  ports: Parameters<typeof proveIdentity>[0] & Pick<Ports, 'sessions'>,
  current: CurrentSession,
  { currentPassword: password, newPassword, code }: RouteInput<'changePassword'>['body'],
): Promise<RouteReply<'changePassword'>> {
  const { streamer, withCode } = await proveIdentity(ports, current.userId, { password, code });
  const becomes = await ports.passwords.hash(newPassword);
  const ended = await ports.sessions.changePassword(current, {
    was: streamer.passwordHash,
    becomes,
    withCode,
  });
  if (ended === null) throw new Problem('wrong_password');
  return { ended };
}
