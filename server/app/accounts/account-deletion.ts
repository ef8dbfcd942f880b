import { lamportsToSol } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn } from './present-user.ts';
import { proveIdentity } from './prove-identity.ts';
import type { CurrentSession } from './session-token.ts';
import { readBalance } from '#server/app/money/wallet.ts';

/** How long a streamer can change their mind. */
const graceDays = 7;
const dayMs = 24 * 3_600_000;

/** Whether the account goes, and what money is still about. A node that does not answer leaves the wallet unknown. */
export async function readDeletion(
  ports: Pick<Ports, 'streamers' | 'accountDeletions' | 'wallet'>,
  { userId }: CurrentSession,
): Promise<RouteReply<'accountDeletion'>> {
  const streamer = await getSignedIn(ports, userId);
  const [about, walletLamports] = await Promise.all([
    ports.accountDeletions.moneyAbout(userId),
    readBalance(ports, streamer),
  ]);
  return {
    finalAt: streamer.deletesAt?.toISOString() ?? null,
    graceDays,
    openDonations: about.openDonations,
    onTheWay: { addresses: about.addressesOnTheWay, amount: lamportsToSol(about.lamportsOnTheWay) },
    walletAmount: walletLamports === null ? null : lamportsToSol(walletLamports),
  };
}

/**
 * Has the account deleted: links close at once, everything else waits for the end of the grace period.
 *
 * Throws `Problem('username_differs')` before anything that was typed is looked at, then as `proveIdentity` does.
 */
export async function deleteAccount(
  ports: Parameters<typeof proveIdentity>[0] & Pick<Ports, 'accountDeletions'>,
  session: CurrentSession,
  { username, ...proof }: RouteInput<'deleteAccount'>['body'],
): Promise<RouteReply<'deleteAccount'>> {
  const streamer = await getSignedIn(ports, session.userId);
  if (username.trim() !== streamer.username) throw new Problem('username_differs');
  await proveIdentity(ports, session.userId, proof);
  const dueAt = new Date(ports.clock.now().getTime() + graceDays * dayMs);
  return { finalAt: (await ports.accountDeletions.ask(session, dueAt)).toISOString() };
}

/** Keeps the account after all: its links take donations again if they did before. */
export async function keepAccount(
  ports: Pick<Ports, 'accountDeletions'>,
  { userId }: CurrentSession,
): Promise<RouteReply<'keepAccount'>> {
  await ports.accountDeletions.keep(userId);
  return { ok: true };
}
