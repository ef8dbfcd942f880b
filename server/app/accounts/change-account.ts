import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Session, Streamer, StreamerChange } from '#server/app/account-ports.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { checkOwnWallet } from '#server/app/money/check-own-wallet.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn, presentUser } from './present-user.ts';

type Needs = Pick<
  Ports,
  'streamers' | 'secondFactors' | 'donations' | 'audit' | 'chain' | 'clock' | 'settings'
>;

/**
 * Stores what the body names and leaves the rest.
 *
 * Another payout address than before needs what `requireFreshProof` asks for and must pass
 * `checkOwnWallet`; null, or the generated wallet itself, is the default. An account that is about to be
 * deleted takes no donations (`account_closing`). A refusal stores nothing.
 */
export async function changeAccount(
  ports: Needs,
  session: Session,
  body: RouteInput<'changeAccount'>['body'],
): Promise<RouteReply<'changeAccount'>> {
  const streamer = await getSignedIn(ports, session.userId);
  if (body.acceptingDonations === true && streamer.deletesAt !== null) throw new Problem('account_closing');
  const change: StreamerChange = {
    ...(body.timeZone !== undefined && { timeZone: body.timeZone }),
    ...(body.acceptingDonations !== undefined && { acceptingDonations: body.acceptingDonations }),
    ...(body.channels !== undefined && { channels: [...new Set(body.channels)] }),
  };
  const payoutAddress = payoutOf(streamer, body.payoutAddress);
  if (payoutAddress !== streamer.payoutAddress) {
    await requireFreshProof(ports, session);
    if (payoutAddress !== null) await checkOwnWallet(ports, payoutAddress);
    change.payoutAddress = payoutAddress;
    await ports.audit.write(streamer.id, 'change_payout', {
      address: payoutAddress ?? streamer.walletAddress,
    });
  }
  return presentUser(await ports.streamers.change(streamer.id, change));
}

function payoutOf(streamer: Streamer, typed: string | null | undefined): string | null {
  if (typed === undefined) return streamer.payoutAddress;
  const address = typed?.trim() ?? null;
  return address === streamer.walletAddress ? null : address;
}
