import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { requireFreshProof } from './fresh-proof.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn } from './present-user.ts';
import { drawRecoveryCode } from './recovery-codes.ts';
import type { CurrentSession } from './session-token.ts';
import { authenticatorEntry, stepOfCode } from './totp.ts';

/** How many are given out at once. */
const recoveryCodeCount = 10;

type Needs = Pick<Ports, 'streamers' | 'secondFactors' | 'vault' | 'clock' | 'settings'>;

/** How the second factor of an account stands. */
export async function readSecondFactor(
  { secondFactors }: Pick<Needs, 'secondFactors'>,
  { userId }: CurrentSession,
): Promise<RouteReply<'secondFactor'>> {
  const factor = await secondFactors.find(userId);
  return {
    isOn: factor !== null,
    since: factor?.confirmedAt.toISOString() ?? null,
    recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
  };
}

/**
 * A new secret for the authenticator app, derived and stored nowhere. One that was shown before and never confirmed is
 * given up. Throws `Problem`: `second_factor_on`, or what `requireFreshProof` misses.
 */
export async function beginSecondFactor(
  ports: Needs,
  session: CurrentSession,
): Promise<RouteReply<'beginSecondFactor'>> {
  await requireFreshProof(ports, session);
  const { id: userId, username } = await getSignedIn(ports, session.userId);
  const generation = await ports.secondFactors.begin(userId);
  if (generation === null) throw new Problem('second_factor_on');
  return authenticatorEntry(ports, { userId, generation }, username);
}

/**
 * Turns it on once a code proves that the app has the secret; gives out the recovery codes this one time.
 *
 * Wrong codes are not counted: whoever asks has just been shown the secret. Throws `Problem`: `wrong_code`,
 * `second_factor_on`, `second_factor_off` when nothing has begun, or what `requireFreshProof` misses.
 */
export async function turnOnSecondFactor(
  ports: Needs,
  session: CurrentSession,
  body: RouteInput<'turnOnSecondFactor'>['body'],
): Promise<RouteReply<'turnOnSecondFactor'>> {
  await requireFreshProof(ports, session);
  const { userId } = session;
  const generation = await ports.secondFactors.findBegun(userId);
  if (generation === null) {
    const isOn = (await ports.secondFactors.find(userId)) !== null;
    throw new Problem(isOn ? 'second_factor_on' : 'second_factor_off');
  }
  const step = stepOfCode(ports, { userId, generation }, body.code.replace(/\s/g, ''));
  if (step === null) throw new Problem('wrong_code');
  const { recoveryCodes, hashes } = newRecoveryCodes();
  if (!(await ports.secondFactors.turnOn(session, { generation, step }, hashes)))
    throw new Problem('second_factor_on');
  return { recoveryCodes };
}

/** Turns it off; repeating it changes nothing. Throws what `requireFreshProof` misses. */
export async function turnOffSecondFactor(
  ports: Needs,
  session: CurrentSession,
): Promise<RouteReply<'turnOffSecondFactor'>> {
  await requireFreshProof(ports, session);
  await ports.secondFactors.turnOff(session.userId);
  return { ok: true };
}

/**
 * Ten new recovery codes, given out this one time; the old ones work no more.
 * Throws `Problem`: `second_factor_off`, or what `requireFreshProof` misses.
 */
export async function replaceRecoveryCodes(
  ports: Needs,
  session: CurrentSession,
): Promise<RouteReply<'replaceRecoveryCodes'>> {
  await requireFreshProof(ports, session);
  const { recoveryCodes, hashes } = newRecoveryCodes();
  if (!(await ports.secondFactors.replaceRecoveryCodes(session.userId, hashes)))
    throw new Problem('second_factor_off');
  return { recoveryCodes };
}

function newRecoveryCodes(): { recoveryCodes: string[]; hashes: Uint8Array[] } {
  const drawn = Array.from({ length: recoveryCodeCount }, drawRecoveryCode);
  return { recoveryCodes: drawn.map(({ code }) => code), hashes: drawn.map(({ hash }) => hash) };
}
