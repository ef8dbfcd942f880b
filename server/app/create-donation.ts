import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { anonymousName } from '#contract/donation.ts';
import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import { isClipName } from './clip-name.ts';
import { creatorHash } from './creator-hash.ts';
import type { Ports } from './ports.ts';

/**
 * Creates a donation and the address to pay it to.
 *
 * Throws `Problem`: `invalid_link_code`, `amount_below_minimum`, `clip_not_found` for a clip that nobody uploaded or another donation has,
 * `too_many_open_donations`.
 * Repeating it makes another donation.
 */
export async function createDonation(
  ports: Pick<Ports, 'donations' | 'vault' | 'settings' | 'clock'>,
  {
    body,
    clientAddress,
    isForwarded,
  }: { body: RouteInput<'createDonation'>['body']; clientAddress: string; isForwarded: boolean },
): Promise<RouteReply<'createDonation'>> {
  const clipName = body.audioFileName || null;
  if (clipName !== null && !isClipName(clipName)) throw new Problem('clip_not_found');
  const askedLamports = body.askedAmount == null ? null : solToLamports(body.askedAmount);
  const donation = await ports.donations.create({
    linkCode: body.linkCode,
    donatorName: body.donatorName || anonymousName,
    message: body.message ?? '',
    expiresAt: new Date(ports.clock.now().getTime() + ports.settings.addressValidMs),
    creator: creatorHash(clientAddress, ports.vault.fingerprint),
    clipName,
    askedLamports,
    hidesName: body.hidesName ?? false,
    hidesAmount: body.hidesAmount ?? false,
    caps: isForwarded ? ports.settings.strictDonationCaps : ports.settings.openDonationCaps,
    addressOf: (path) => ports.vault.addressOf(path),
  });
  return {
    id: donation.id,
    walletAddress: donation.address,
    minAmount: lamportsToSol(donation.minLamports),
    expiresAt: donation.expiresAt.toISOString(),
    hasAudio: donation.hasClip,
  };
}
