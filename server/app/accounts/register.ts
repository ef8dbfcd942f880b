import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { newDonationCode, newWidgetCode } from '#server/app/donations/link-codes.ts';
import type { Ports } from '#server/app/ports.ts';
import { presentUser } from './present-user.ts';
import { drawRecoveryCode } from './recovery-codes.ts';
import { retiredNameHash } from './retired-names.ts';
import { newToken } from './session-token.ts';

type Needs = Pick<Ports, 'streamers' | 'vault' | 'passwords' | 'settings'>;

/**
 * Creates an account with its wallet, both link codes and a recovery code, and signs it in.
 *
 * Throws `Problem('username_taken')` whatever the case of the name, `busy` when too many passwords are being hashed.
 * Account, audit and session are stored together, and a refused registration stores nothing; the key number that it may
 * have drawn stays unused.
 */
export async function register(
  ports: Needs,
  body: RouteInput<'register'>['body'],
  device: string | null,
): Promise<RouteReply<'register'>> {
  // The store decides; asking first saves the hash and a key number in the usual case.
  if ((await ports.streamers.findByUsername(body.username)) !== null) throw new Problem('username_taken');
  const passwordHash = await ports.passwords.hash(body.password);
  const keyPath = { user: await ports.streamers.nextKeyUser(), epoch: ports.settings.keyEpoch, index: 0 };
  const privateKey = await ports.vault.exportPrivateKey(keyPath);
  const { token, tokenHash } = newToken();
  const account = {
    username: body.username,
    passwordHash,
    walletAddress: await ports.vault.addressOf(keyPath),
    keyPath,
    donationCode: newDonationCode(),
    widgetCode: newWidgetCode(),
    timeZone: body.timeZone ?? 'UTC',
  };
  const recovery = drawRecoveryCode();
  const streamer = await ports.streamers.create(account, {
    session: { tokenHash, device },
    recoveryCodeHash: recovery.hash,
    nameHash: retiredNameHash(ports, body.username),
  });
  return {
    user: presentUser(streamer),
    token,
    walletPrivateKey: privateKey.reveal(),
    recoveryCode: recovery.code,
    donationLink: streamer.donationCode,
  };
}
