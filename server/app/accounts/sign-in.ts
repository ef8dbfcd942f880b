import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { presentUser } from './present-user.ts';
import { openSession } from './session-token.ts';

/**
 * Opens a session for a name and its password.
 *
 * Throws `Problem('wrong_credentials')`, with the same work done for a name that nobody has as for a wrong
 * password; `busy` when too many passwords are being checked.
 */
export async function signIn(
  ports: Pick<Ports, 'streamers' | 'sessions' | 'passwords' | 'audit'>,
  body: RouteInput<'login'>['body'],
  device: string | null,
): Promise<RouteReply<'login'>> {
  const streamer = await ports.streamers.findByUsername(body.username);
  const isRight = await ports.passwords.verify(body.password, streamer?.passwordHash ?? null);
  if (streamer === null || !isRight) {
    // The name stays out of the log: people type passwords into the wrong field.
    await ports.audit.write(streamer?.id ?? null, 'sign_in_refused');
    throw new Problem('wrong_credentials');
  }
  const token = await openSession(ports, streamer, device);
  // The password was changed between the check and here.
  if (token === null) throw new Problem('wrong_credentials');
  return { user: presentUser(streamer), token };
}
