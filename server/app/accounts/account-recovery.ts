import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import { requireFreshProof } from './fresh-proof.ts';
import type { Ports } from '#server/app/ports.ts';
import { presentUser } from './present-user.ts';
import { drawRecoveryCode, hashRecoveryCode } from './recovery-codes.ts';
import { isOwnRecoveryMessage, writeRecoveryMessage } from './recovery-message.ts';
import { type CurrentSession, newToken } from './session-token.ts';

type Needs = Pick<
  Ports,
  'streamers' | 'accountRecovery' | 'passwords' | 'vault' | 'audit' | 'clock' | 'settings'
>;
type Recovered = RouteReply<'recoverByCode'>;

/** The message to sign, whether the account exists or not. */
export async function recoveryMessage(
  ports: Pick<Ports, 'streamers' | 'vault' | 'clock' | 'settings'>,
  { username }: RouteInput<'recoveryMessage'>['body'],
): Promise<RouteReply<'recoveryMessage'>> {
  const streamer = await ports.streamers.findByUsername(username);
  return { message: writeRecoveryMessage(ports, { username, streamer }) };
}

/**
 * Sets a new password for whoever signs with the account's generated wallet. Two-step protection stays on.
 *
 * Throws `Problem('wrong_wallet_proof')` alike for an unknown name, an old or foreign message and another wallet; `busy`.
 */
export async function recoverByWallet(
  ports: Needs,
  { username, newPassword, message, signature }: RouteInput<'recoverByWallet'>['body'],
  device: string | null,
): Promise<Recovered> {
  const streamer = await ports.streamers.findByUsername(username);
  const isOwn = isOwnRecoveryMessage(ports, { username, streamer }, message);
  const isProven =
    streamer !== null &&
    isOwn &&
    ports.vault.isSignedBy(streamer.walletAddress, message, Buffer.from(signature, 'base64'));
  if (!isProven) return await refuse(ports, streamer?.id ?? null, 'wrong_wallet_proof');
  const recovered = await recover(ports, { streamer, newPassword, device, spends: null });
  return recovered ?? (await refuse(ports, streamer.id, 'wrong_wallet_proof'));
}

/**
 * Sets a new password for whoever has the account's recovery code, and uses it up. Two-step protection stays on.
 *
 * Throws `Problem('wrong_recovery_code')` alike for an unknown name and a code that is not its own; `busy`.
 */
export async function recoverByCode(
  ports: Needs,
  { username, newPassword, code }: RouteInput<'recoverByCode'>['body'],
  device: string | null,
): Promise<Recovered> {
  const streamer = await ports.streamers.findByUsername(username);
  const spends = hashRecoveryCode(code);
  const isProven =
    streamer !== null && spends !== null && (await ports.accountRecovery.holdsCode(streamer.id, spends));
  if (!isProven) return await refuse(ports, streamer?.id ?? null, 'wrong_recovery_code');
  const recovered = await recover(ports, { streamer, newPassword, device, spends });
  return recovered ?? (await refuse(ports, streamer.id, 'wrong_recovery_code'));
}

/** Since when the account has a recovery code. */
export async function readRecoveryCode(
  ports: Pick<Ports, 'accountRecovery'>,
  session: CurrentSession,
): Promise<RouteReply<'recoveryCode'>> {
  const since = await ports.accountRecovery.codeSince(session.userId);
  return { since: since?.toISOString() ?? null };
}

/** Another recovery code: it is in this reply and nowhere else. Throws `Problem` as `requireFreshProof` does. */
export async function replaceRecoveryCode(
  ports: Pick<Ports, 'accountRecovery' | 'clock' | 'settings' | 'secondFactors'>,
  session: CurrentSession,
): Promise<RouteReply<'replaceRecoveryCode'>> {
  await requireFreshProof(ports, session);
  const { code, hash } = drawRecoveryCode();
  await ports.accountRecovery.replaceCode(session.userId, hash);
  return { recoveryCode: code };
}

/** Null when somebody was quicker: with the code, or with another password. */
async function recover(
  ports: Needs,
  {
    streamer,
    newPassword,
    device,
    spends,
  }: { streamer: Streamer; newPassword: string; device: string | null; spends: Uint8Array | null },
): Promise<Recovered | null> {
  const becomes = await ports.passwords.hash(newPassword);
  const { token, tokenHash } = newToken();
  const next = drawRecoveryCode();
  const isDone = await ports.accountRecovery.recover({
    userId: streamer.id,
    was: streamer.passwordHash,
    becomes,
    spends,
    nextCode: next.hash,
    session: { tokenHash, device },
  });
  return isDone ? { user: presentUser(streamer), token, recoveryCode: next.code } : null;
}

async function refuse(
  ports: Pick<Ports, 'audit'>,
  userId: string | null,
  code: 'wrong_recovery_code' | 'wrong_wallet_proof',
): Promise<never> {
  await ports.audit.write(userId, 'recovery_refused');
  throw new Problem(code);
}
