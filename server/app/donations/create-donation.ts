import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { anonymousName } from '#contract/donation.ts';
import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import { tokensToUnits } from '#contract/tokens.ts';
import { Problem } from '#contract/problem.ts';
import { isClipName } from './clip-name.ts';
import { creatorHash } from './creator-hash.ts';
import type { DraftToken, Ports } from '#server/app/ports.ts';
import { presentTokenSide } from './present-donation.ts';

/**
 * Creates a donation and the address to pay it to.
 *
 * Throws `Problem`: `invalid_link_code`, `amount_below_minimum`, `clip_not_found` for a clip that nobody uploaded or
 * another donation has, `too_many_open_donations`, `token_not_accepted`, `token_amount_refused`. Repeating it makes
 * another donation; the clip goes over to it as long as nothing has come to the one before.
 */
export async function createDonation(
  ports: Pick<Ports, 'donations' | 'vault' | 'settings' | 'clock' | 'tokens'>,
  {
    body,
    clientAddress,
    isFromHere,
  }: { body: RouteInput<'createDonation'>['body']; clientAddress: string; isFromHere: boolean },
): Promise<RouteReply<'createDonation'>> {
  const clipName = body.audioFileName || null;
  if (clipName !== null && !isClipName(clipName)) throw new Problem('clip_not_found');
  const askedLamports = body.askedAmount == null || body.token ? null : solToLamports(body.askedAmount);
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
    token: body.token ? readToken(ports, body.token, body.askedTokenAmount ?? null) : null,
    caps: isFromHere ? ports.settings.openDonationCaps : ports.settings.strictDonationCaps,
    addressOf: (path) => ports.vault.addressOf(path),
  });
  return {
    id: donation.id,
    walletAddress: donation.address,
    minAmount: donation.token === null ? lamportsToSol(donation.minLamports) : 0,
    expiresAt: donation.expiresAt.toISOString(),
    hasAudio: donation.hasClip,
    ...(donation.token !== null && { token: presentTokenSide(donation.token) }),
  };
}

/** Whether the streamer takes it is for the store to say: it holds their row. */
function readToken({ tokens }: Pick<Ports, 'tokens'>, mint: string, askedAmount: string | null): DraftToken {
  const token = tokens.allowed.find((each) => each.mint === mint);
  if (token === undefined) throw new Problem('token_not_accepted');
  const askedUnits = askedAmount === null ? null : tokensToUnits(askedAmount, token.decimals);
  if (askedAmount !== null && askedUnits === null) throw new Problem('token_amount_refused');
  return { ...token, askedUnits, accountOf: (address) => tokens.chain.accountOf(address, mint) };
}
