import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** As long as the password that was just typed opens the key. */
const newForMs = 15 * 60_000;

/**
 * What the lost answer to a registration held, for the session that was begun since: key and link as they are, and another
 * recovery code in place of the one that nobody has seen. Null for an account that was there before.
 */
export async function readCreated(session: RouteReply<'login'>): Promise<RouteReply<'register'> | null> {
  const { since } = await call('recoveryCode');
  if (since === null || serverNow() - Date.parse(since) > newForMs) return null;
  const [{ privateKey }, { url }] = await Promise.all([call('exportKey'), call('donationLink')]);
  const { recoveryCode } = await call('replaceRecoveryCode');
  const donationLink = url.slice(url.lastIndexOf('/') + 1);
  return { ...session, walletPrivateKey: privateKey, donationLink, recoveryCode };
}
