import { solToLamports } from '#contract/lamports.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn, presentUser } from './present-user.ts';

/**
 * Stores minimum, preset amounts and card style. Donations that exist keep the minimum they were created with.
 *
 * A preset below the minimum is kept, so that it is there when the minimum goes down, and not offered meanwhile.
 */
export async function changeSettings(
  ports: Pick<Ports, 'streamers'>,
  userId: string,
  body: RouteInput<'changeSettings'>['body'],
): Promise<RouteReply<'changeSettings'>> {
  const { id } = await getSignedIn(ports, userId);
  const presetLamports = body.presetAmounts && inOrder(body.presetAmounts.map(solToLamports));
  const changed = await ports.streamers.change(id, {
    minLamports: solToLamports(body.minDonationAmount),
    ...(presetLamports !== undefined && { presetLamports }),
    cardColor: body.cardColor,
    cardGradient: body.cardGradient,
  });
  return presentUser(changed);
}

/** Smallest first, each once: two numbers may be one amount. */
function inOrder(lamports: readonly bigint[]): bigint[] {
  return [...new Set(lamports)].toSorted((one, other) => (one < other ? -1 : 1));
}
