import type { PublicDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { rememberedDonation } from './public-donation.ts';

/**
 * Status and amount so far, from memory or the books: reading it never asks the chain.
 * Throws `Problem('donation_not_found')`.
 */
export async function readStatus(
  ports: Pick<Ports, 'donations' | 'streamers' | 'clips' | 'memories'>,
  id: string,
): Promise<RouteReply<'donationStatus'>> {
  return statusOf(await rememberedDonation(ports, id));
}

/** What of a donation a poll is told. */
export function statusOf({ status, amount, mediaUrl, token }: PublicDonation): RouteReply<'donationStatus'> {
  if (token === undefined) return { status, amount, mediaUrl };
  const { mint, symbol, decimals } = token;
  return { status, amount, mediaUrl, token: { mint, symbol, decimals, amount: token.amount } };
}
