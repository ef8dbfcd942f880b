import { lamportsToSol } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { listSessions } from '#server/app/accounts/list-sessions.ts';
import type { SeenStreamer, SeenStreamerDetails } from '#server/app/operator-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import type { CurrentSession } from '#server/app/accounts/session-token.ts';

const pageSize = 20;

/** A page of accounts for an operator, the newest first. */
export async function seeStreamers(
  ports: Pick<Ports, 'operators'>,
  { search = '', page = 1 }: RouteInput<'adminStreamers'>['query'],
): Promise<RouteReply<'adminStreamers'>> {
  const { data, found } = await ports.operators.search({ text: search.trim(), page, size: pageSize });
  return { data: data.map(presentSeen), found, pageSize };
}

/** One account and its sessions. Throws `Problem('streamer_not_found')`. */
export async function seeStreamer(
  ports: Pick<Ports, 'operators' | 'sessions' | 'settings'>,
  session: CurrentSession,
  streamerId: string,
): Promise<RouteReply<'adminStreamer'>> {
  const streamer = await getSeen(ports, streamerId);
  // By the operator's own hash: only of their own account one of the sessions is the one that asks.
  const { data } = await listSessions(ports, { ...session, userId: streamer.id });
  return { streamer, sessions: data };
}

/** One account in full. Throws `Problem('streamer_not_found')`. */
export async function getSeen(
  ports: Pick<Ports, 'operators' | 'settings'>,
  streamerId: string,
): Promise<RouteReply<'adminStreamer'>['streamer']> {
  const streamer = await ports.operators.find(streamerId);
  if (streamer === null) throw new Problem('streamer_not_found');
  return presentDetails(streamer, ports.settings.publicUrl);
}

function presentSeen(streamer: SeenStreamer): RouteReply<'adminStreamers'>['data'][number] {
  return {
    id: streamer.id,
    username: streamer.username,
    walletAddress: streamer.walletAddress,
    createdAt: streamer.createdAt.toISOString(),
    donations: streamer.donations,
    amount: lamportsToSol(streamer.lamports),
    seenAt: streamer.seenAt?.toISOString() ?? null,
    suspendedAt: streamer.suspendedAt?.toISOString() ?? null,
    operatorSince: streamer.operatorSince?.toISOString() ?? null,
  };
}

function presentDetails(
  streamer: SeenStreamerDetails,
  publicUrl: string,
): RouteReply<'adminStreamer'>['streamer'] {
  return {
    ...presentSeen(streamer),
    donationUrl: `${publicUrl}/donate/${streamer.donationCode}`,
    payoutAddress: streamer.payoutAddress,
    acceptingDonations: streamer.acceptingDonations,
    minDonationAmount: lamportsToSol(streamer.minLamports),
    timeZone: streamer.timeZone,
    lastPaidAt: streamer.lastPaidAt?.toISOString() ?? null,
    openDonations: streamer.openDonations,
    unsweptDonations: streamer.unsweptDonations,
    openOverlays: streamer.openOverlays,
  };
}
