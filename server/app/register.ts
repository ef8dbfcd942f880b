import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { newDonationCode, newWidgetCode } from './link-codes.ts';
import type { Ports } from './ports.ts';
import { presentUser } from './present-user.ts';
import { openSession } from './session-token.ts';

type Needs = Pick<Ports, 'streamers' | 'sessions' | 'vault' | 'passwords' | 'audit' | 'settings'>;

/**
 * Creates an account with its wallet and both link codes, and signs it in.
 *
 * Throws `Problem('username_taken')` whatever the case of the name, `busy` when too many passwords are being hashed.
 * A refused registration stores nothing; the key number that it may have drawn stays unused.
 */
export async function register(
  ports: Needs,
  body: RouteInput<'register'>['body'],
): Promise<RouteReply<'register'>> {
  // The store decides; asking first saves the hash and a key number in the usual case.
  if ((await ports.streamers.findByUsername(body.username)) !== null) throw new Problem('username_taken');
  const passwordHash = await ports.passwords.hash(body.password);
  const keyPath = { user: await ports.streamers.nextKeyUser(), epoch: ports.settings.keyEpoch, index: 0 };
  const privateKey = await ports.vault.exportPrivateKey(keyPath);
  const streamer = await ports.streamers.create({
    username: body.username,
    passwordHash,
    walletAddress: await ports.vault.addressOf(keyPath),
    keyPath,
    donationCode: newDonationCode(),
    widgetCode: newWidgetCode(),
    timeZone: body.timeZone ?? 'UTC',
  });
  await ports.audit.write(streamer.id, 'register');
  return {
    user: presentUser(streamer),
    token: await openSession(ports, streamer.id),
    walletPrivateKey: privateKey.reveal(),
    donationLink: streamer.donationCode,
  };
}
