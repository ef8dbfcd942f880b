import type { Donation } from '#server/domain/donation.ts';
import {
  applyTokenEntries,
  applyTokensGone,
  balanceUnits,
  lastTokenOutflowOf,
  passableUnitsOf,
  type TokenDonation,
  type TokenEntry,
} from '#server/domain/token-side.ts';
import type { Log } from '#server/app/log.ts';
import { afterFailure, goOn, refuse, restAfterFailure } from '#server/app/next-try.ts';
import type { Ports } from '#server/app/ports.ts';
import { entryOf, isOverdue, type Next, takenAway } from './sweep-donation.ts';
import type { SignedTokenSweep, TokenSweepJob, TokenSweepRefusal } from '#server/app/token-ports.ts';

type Needs = Pick<Ports, 'donations' | 'streamers' | 'tokens' | 'clock'>;

/** How soon a transfer on its way is looked at and sent again: nobody listens to token accounts. */
const resendMs = 2000;

/**
 * Takes the next step of passing the tokens of a donation on: the steps of `sweepDonation`, over the token account. A
 * transfer of all ends with the account closed, so that the same tokens never go twice: a second one finds nothing to move.
 * That of a part leaves it open for the rest. Once one landed and failed, because more came in between, all goes as a part
 * would, which nothing that comes makes fail; what is below the donation's minimum waits ever longer instead.
 *
 * The process may die at any line: the next claim goes on from the rows.
 */
export async function sweepTokens(ports: Needs, job: TokenSweepJob, log: Pick<Log, 'warn'>): Promise<Next> {
  const donation = await ports.donations.find(job.donationId);
  if (donation === null || !isInToken(donation))
    throw new Error('A job of tokens belongs to a donation in a token: only such ones get any.');
  if (job.live !== null) return await follow(ports, job, donation, job.live);
  if (balanceUnits(donation.token) > 0n) return await begin(ports, job, donation);
  await noteGone(ports, donation, log);
  return null;
}

function isInToken(donation: Donation): donation is TokenDonation {
  return donation.token !== null;
}

async function begin(ports: Needs, job: TokenSweepJob, donation: TokenDonation): Promise<Next> {
  const { token } = donation;
  const passable = passableUnitsOf(donation);
  if (passable === null) return goOn(resendMs);
  const { walletAddress, payoutAddress } = await findStreamer(ports, donation.userId);
  const request = {
    from: { path: donation.keyPath, address: donation.address },
    token,
    account: token.account,
    destination: payoutAddress ?? walletAddress,
    units: passable.amount,
    others: await ports.tokens.sweeps.countLive(),
    expired: job.expired,
  };
  // What is not final and moved nothing leaves no rest that would close the account.
  const isPart = passable.isPart && balanceUnits(token) > passable.amount;
  const isOpenKept = isPart || (job.failed > 0 && passable.amount >= token.minimumUnits);
  const rest = restAfterFailure(job);
  // Who owns the account that it goes to can still make it fail, by closing that.
  if (rest !== null && (!isOpenKept || job.failed > 1)) return rest;
  let signed = await ports.tokens.chain.sign({ ...request, isPart: isOpenKept });
  // All of it may open an account: it closes one.
  if (isMissing(signed) && !isPart) {
    if (rest !== null) return rest;
    signed = await ports.tokens.chain.sign(request);
  }
  if ('refused' in signed) return refuse(job, `${signed.refused}: ${signed.chainUnits} units`);
  if (!(await ports.tokens.sweeps.storeSigned(job, signed))) return goOn(resendMs);
  await ports.tokens.chain.send(signed.raw);
  return goOn(resendMs);
}

function isMissing(signed: SignedTokenSweep | TokenSweepRefusal): boolean {
  return 'refused' in signed && signed.refused === 'account_missing';
}

/** The account is empty although nothing is on its way: as `noteEmpty` of sweeps in SOL. */
async function noteGone(ports: Needs, donation: TokenDonation, log: Pick<Log, 'warn'>): Promise<void> {
  const outflow = lastTokenOutflowOf(donation.token);
  if (outflow === undefined || donation.sweptAt !== null) return;
  const isPassedOn =
    (await ports.tokens.sweeps.isOwn(donation.id, outflow.signature)) ||
    (await hasReachedStreamer(ports, donation, outflow));
  if (!isPassedOn) {
    const { account, mint } = donation.token;
    const detail = { donation: donation.id, address: account, mint, units: String(-outflow.units) };
    return log.warn(detail, takenAway);
  }
  await ports.donations.change(donation.id, (current) => applyTokensGone(current, outflow.signature));
}

async function hasReachedStreamer(
  ports: Needs,
  { userId, token }: TokenDonation,
  outflow: TokenEntry,
): Promise<boolean> {
  const { walletAddress, payoutAddress } = await findStreamer(ports, userId);
  const owners = payoutAddress === null ? [walletAddress] : [walletAddress, payoutAddress];
  const arrived = await ports.tokens.chain.arrivedUnits(outflow.signature, token.mint, owners);
  return arrived >= -outflow.units;
}

async function findStreamer({ streamers }: Needs, id: string) {
  const streamer = await streamers.find(id);
  if (streamer === null) throw new Error('A donation belongs to a streamer: the foreign key says so.');
  return streamer;
}

async function follow(
  ports: Needs,
  job: TokenSweepJob,
  { token }: TokenDonation,
  live: SignedTokenSweep,
): Promise<Next> {
  const entered = token.entries.find((entry) => entry.signature === live.signature && !entry.dropped);
  if (entered?.finalized === true) return await land(ports, job, live, entered);
  if (entered !== undefined) return goOn(resendMs);
  const isLate = isOverdue(live, ports.clock.now());
  const outcome = await ports.tokens.chain.outcome(live, token.account, isLate);
  if (outcome.state === 'landed') return await land(ports, job, live, outcome.entry);
  if (outcome.state === 'expired') {
    await ports.tokens.sweeps.markExpired(job, live.signature);
    return goOn(0, 'the transfer expired before it landed');
  }
  await ports.tokens.chain.sendAgain(live.raw);
  return goOn(resendMs);
}

/** Entry and facts first, then the end of the transfer: whoever dies between finds it landed again. */
async function land(
  ports: Needs,
  job: TokenSweepJob,
  live: SignedTokenSweep,
  entry: TokenEntry,
): Promise<Next> {
  const after = await ports.donations.change(job.donationId, (donation) => {
    const entered = applyTokenEntries(donation, [entry], ports.clock.now());
    return applyTokensGone(entered, live.signature);
  });
  const { succeeded } = entryOf(live, after.token?.entries ?? []);
  await ports.tokens.sweeps.markLanded(job, live.signature, succeeded);
  if (after.token === null || balanceUnits(after.token) === 0n) return null;
  return succeeded ? goOn(0) : afterFailure(job);
}
