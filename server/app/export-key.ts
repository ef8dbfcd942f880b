import type { RouteReply } from '#contract/routes.ts';
import { requireFreshPassword } from './confirm-password.ts';
import type { Session } from './account-ports.ts';
import type { Ports } from './ports.ts';
import { getSignedIn } from './present-user.ts';

/**
 * The private key of the streamer's generated wallet, in the form that wallets import.
 * Written to the audit log before it leaves. Throws `Problem('confirm_password')` when the password is not fresh.
 */
export async function exportKey(
  ports: Pick<Ports, 'streamers' | 'vault' | 'audit' | 'clock' | 'settings'>,
  session: Session,
): Promise<RouteReply<'exportKey'>> {
  requireFreshPassword(ports, session);
  const streamer = await getSignedIn(ports, session.userId);
  const privateKey = await ports.vault.exportPrivateKey(streamer.keyPath);
  await ports.audit.write(streamer.id, 'export_key');
  return { privateKey: privateKey.reveal() };
}
