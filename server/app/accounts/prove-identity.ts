import { Problem } from '#contract/problem.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn } from './present-user.ts';
import { spendCode } from './second-factor-code.ts';

/** What a person typed to prove who they are. */
interface Proof {
  password: string;
  /** Needed where the second factor is on, ignored elsewhere. */
  code?: string | undefined;
}

/**
 * Checks the password, and where the second factor is on a code, which is then used up; tells whether it was.
 *
 * The password comes first: whoever does not know it can try no code, and so can make nobody wait. Throws `Problem`:
 * `wrong_password`, `confirm_second_factor` when a code is missing, `wrong_code`, `too_many_wrong_codes`, `busy`.
 */
export async function proveIdentity(
  ports: Pick<Ports, 'streamers' | 'passwords' | 'audit' | 'secondFactors' | 'vault' | 'clock'>,
  userId: string,
  { password, code = '' }: Proof,
): Promise<{ streamer: Streamer; withCode: boolean }> {
  const streamer = await getSignedIn(ports, userId);
  if (!(await ports.passwords.verify(password, streamer.passwordHash))) {
    await ports.audit.write(userId, 'password_refused');
    throw new Problem('wrong_password');
  }
  if ((await ports.secondFactors.find(userId)) === null) return { streamer, withCode: false };
  if (code.trim() === '') throw new Problem('confirm_second_factor');
  await spendCode(ports, userId, code);
  return { streamer, withCode: true };
}
