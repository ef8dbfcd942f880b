import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import { isClipName } from './clip-name.ts';
import { creatorHash } from './creator-hash.ts';
import { findOpenLink } from './donation-page.ts';
import type { Ports } from './ports.ts';

/** The name of a donor who gave none (spec §5). */
const anonymous = 'Anonymous';

/**
 * Creates a donation and the address to pay it to.
 *
 * Throws `Problem`: `invalid_link_code`, `clip_not_found` for a clip that nobody uploaded or another donation has,
 * `too_many_open_donations`.
 * Repeating it makes another donation.
 */
export async function createDonation(
  ports: Pick<Ports, 'streamers' | 'donations' | 'vault' | 'settings' | 'clock'>,
  {
    body,
    clientAddress,
    isForwarded,
  }: { body: RouteInput<'createDonation'>['body']; clientAddress: string; isForwarded: boolean },
): Promise<RouteReply<'createDonation'>> {
  const streamer = await findOpenLink(ports, body.linkCode);
  const clipName = body.audioFileName || null;
  if (clipName !== null && !isClipName(clipName)) throw new Problem('clip_not_found');
  const donation = await ports.donations.create(
    {
      userId: streamer.id,
      keyUser: streamer.keyPath.user,
      donatorName: body.donatorName || anonymous,
      message: body.message ?? '',
      minLamports: streamer.minLamports,
      expiresAt: new Date(ports.clock.now().getTime() + ports.settings.addressValidMs),
      creator: creatorHash(clientAddress, ports.vault.fingerprint),
      clipName,
      addressOf: (path) => ports.vault.addressOf(path),
    },
    isForwarded ? ports.settings.strictDonationCaps : ports.settings.openDonationCaps,
  );
  return {
    id: donation.id,
    walletAddress: donation.address,
    minAmount: lamportsToSol(donation.minLamports),
    expiresAt: donation.expiresAt.toISOString(),
    hasAudio: donation.hasClip,
  };
}
