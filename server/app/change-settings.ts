import { solToLamports } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { validationTexts } from '#contract/validation-texts.ts';
import type { Ports } from './ports.ts';
import { getSignedIn, presentUser } from './present-user.ts';

/**
 * Stores minimum, preset amounts and card style. Donations that exist keep the minimum they were created with.
 *
 * A preset that is new must reach the minimum. One that stood there before may fall below it: it is kept, so that it is
 * back when the minimum goes down again, and not offered meanwhile.
 */
export async function changeSettings(
  ports: Pick<Ports, 'streamers'>,
  userId: string,
  body: RouteInput<'changeSettings'>['body'],
): Promise<RouteReply<'changeSettings'>> {
  const { id, presetLamports: known } = await getSignedIn(ports, userId);
  const minLamports = solToLamports(body.minDonationAmount);
  const presetLamports = body.presetAmounts && inOrder(body.presetAmounts.map(solToLamports));
  if (presetLamports?.some((preset) => preset < minLamports && !known.includes(preset)))
    throw new Problem('invalid_request', validationTexts.presetTooSmall);
  const changed = await ports.streamers.change(id, {
    minLamports,
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
