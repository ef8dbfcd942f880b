import type { RouteReply } from '#contract/routes.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import { isModerated } from '#server/domain/moderation/judge-donation.ts';
import type { Streamer } from './account-ports.ts';
import type { Ports } from './ports.ts';

/** What a donation page shows before a donation is created. Throws `Problem('invalid_link_code')`. */
export async function donationPage(
  ports: Pick<Ports, 'streamers' | 'clips' | 'alertSettings'>,
  linkCode: string,
): Promise<RouteReply<'donationPage'>> {
  const streamer = await findOpenLink(ports, linkCode);
  const settings = await ports.alertSettings.find(streamer.id);
  return {
    streamerName: streamer.username,
    minDonationAmount: lamportsToSol(streamer.minLamports),
    acceptsClips: ports.clips.intake !== null,
    clipMinimumAmount: settings.clipMinimumAmount,
    isModerated: isModerated(settings),
  };
}

/**
 * The streamer of a link, by the public or by the widget's code.
 * Unknown, switched off and suspended are the same answer: `Problem('invalid_link_code')` (decisions: 'Link disabled').
 */
async function findOpenLink(ports: Pick<Ports, 'streamers'>, linkCode: string): Promise<Streamer> {
  const found = await ports.streamers.findByCode(linkCode);
  if (found === null || !found.streamer.acceptingDonations || found.streamer.suspendedAt !== null) {
    throw new Problem('invalid_link_code');
  }
  return found.streamer;
}
