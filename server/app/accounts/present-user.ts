import type { User } from '#contract/account.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';

/** What a streamer's own client sees of the account: no hash, no key path, no widget code. */
export function presentUser(streamer: Streamer): User {
  return {
    id: streamer.id,
    username: streamer.username,
    walletAddress: streamer.walletAddress,
    minDonationAmount: lamportsToSol(streamer.minLamports),
    presetAmounts: streamer.presetLamports.map(lamportsToSol),
    cardColor: streamer.cardColor,
    cardGradient: streamer.cardGradient,
    timeZone: streamer.timeZone,
    payoutAddress: streamer.payoutAddress,
    acceptingDonations: streamer.acceptingDonations,
    ...(streamer.suspendedAt !== null && { isSuspended: true }),
    channels: [...streamer.channels],
    ...(streamer.operatorSince !== null && { isOperator: true }),
    ...(streamer.deletesAt !== null && { deletesAt: streamer.deletesAt.toISOString() }),
  };
}

/** The streamer of a session. Throws `Problem('unauthorized')` when the account is gone. */
export async function getSignedIn(ports: Pick<Ports, 'streamers'>, userId: string): Promise<Streamer> {
  const streamer = await ports.streamers.find(userId);
  if (streamer === null) throw new Problem('unauthorized');
  return streamer;
}
