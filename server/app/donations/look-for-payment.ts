import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { rememberedDonation } from './public-donation.ts';
import { endOfSpan } from '#server/app/watch-ports.ts';

/**
 * Has the address of a donation read soon, whatever its turn: its donor says that it was paid. Answers when it will be.
 *
 * All that is asked for in one span of five seconds is read with the same calls: who asks again and again costs no node more.
 * Repeating it changes nothing. Throws `Problem('donation_not_found')`.
 */
export async function lookForPayment(
  ports: Pick<Ports, 'donations' | 'streamers' | 'clips' | 'memories' | 'watches' | 'tokens' | 'clock'>,
  id: string,
): Promise<RouteReply<'lookForPayment'>> {
  const donation = await rememberedDonation(ports, id);
  const readAt = endOfSpan(ports.clock.now());
  await ports.watches.leave([donation.id], readAt);
  if (donation.token !== undefined) await ports.tokens.watches.lookNow(donation.id, readAt);
  return { readAt: readAt.toISOString() };
}
