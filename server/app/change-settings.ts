import { solToLamports } from '#contract/lamports.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Ports } from './ports.ts';
import { getSignedIn, presentUser } from './present-user.ts';

/** Stores minimum and card style. Donations that exist keep the minimum they were created with. */
export async function changeSettings(
  ports: Pick<Ports, 'streamers'>,
  userId: string,
  body: RouteInput<'changeSettings'>['body'],
): Promise<RouteReply<'changeSettings'>> {
  const { id } = await getSignedIn(ports, userId);
  const changed = await ports.streamers.change(id, {
    minLamports: solToLamports(body.minDonationAmount),
    cardColor: body.cardColor,
    cardGradient: body.cardGradient,
  });
  return presentUser(changed);
}
