import type { PublicDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { isChainAway } from '#server/app/operator/judge-operation.ts';
import type { Ports } from '#server/app/ports.ts';
import { rememberedDonation } from './public-donation.ts';

/**
 * Status and amount so far, from memory or the books: reading it never asks the chain.
 * Throws `Problem('donation_not_found')`.
 */
export async function readStatus(
  ports: Pick<Ports, 'donations' | 'streamers' | 'clips' | 'memories' | 'running'>,
  id: string,
): Promise<RouteReply<'donationStatus'>> {
  return statusOf(await rememberedDonation(ports, id), isChainAway(ports.running.nodes()));
}

/** What of a donation a poll is told. */
export function statusOf(
  { status, amount, mediaUrl, token }: PublicDonation,
  isAway: boolean,
): RouteReply<'donationStatus'> {
  const state = {
    status,
    amount,
    mediaUrl,
    ...(isAway && status === 'PENDING' && { chainAway: true as const }),
  };
  if (token === undefined) return state;
  const { mint, symbol, decimals } = token;
  return { ...state, token: { mint, symbol, decimals, amount: token.amount } };
}
