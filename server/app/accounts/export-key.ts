import type { RouteReply } from '#contract/routes.ts';
import type { Session } from '#server/app/account-ports.ts';
import { requireFreshProof } from './fresh-proof.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn } from './present-user.ts';

/**
 * The private key of the streamer's generated wallet, in the form that wallets import.
 * Written to the audit log before it leaves. Throws what `requireFreshProof` misses.
 */
export async function exportKey(
  ports: Pick<Ports, 'streamers' | 'secondFactors' | 'vault' | 'audit' | 'clock' | 'settings'>,
  session: Session,
): Promise<RouteReply<'exportKey'>> {
  await requireFreshProof(ports, session);
  const streamer = await getSignedIn(ports, session.userId);
  const privateKey = await ports.vault.exportPrivateKey(streamer.keyPath);
  await ports.audit.write(streamer.id, 'export_key');
  return { privateKey: privateKey.reveal() };
}
