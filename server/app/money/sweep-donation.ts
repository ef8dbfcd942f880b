import { applyEntries, balanceLamports, type ChainEntry, type Donation } from '#server/domain/donation.ts';
import { applyEmpty, applySwept, lastOutflowOf, passableOf } from '#server/domain/passing-on.ts';
import type { Entry } from '#server/domain/entries.ts';
import type { Log } from '#server/app/log.ts';
import { afterFailure, goOn, type NextTry, refuse, restAfterFailure } from '#server/app/next-try.ts';
import type { Ports } from '#server/app/ports.ts';
import type { SignedSweep, SweepJob } from '#server/app/sweep-ports.ts';

type Needs = Pick<Ports, 'donations' | 'streamers' | 'sweeps' | 'sweepChain' | 'clock'>;

/** When to look at a job again, and why; null when nothing is left to move. */
export type Next = NextTry | null;

/** How soon a transfer on its way is looked at and sent again, if nothing is heard of it before. */
const resendMs = 5000;
/** How soon one that is seen in a block is looked at, if neither its finality nor its loss wakes the job before. */
export const finalityMs = 30_000;
/** A blockhash lives for a minute or a little more: what is on its way for longer has landed, or never will. */
const overdueMs = 120_000;
/** Told as the job ends, for nothing is left to move: no alarm comes of it, because books and chain agree. */
export const takenAway =
  'Money left an address by a transfer that this server did not make and reached no address of its streamer: run npm ' +
  'run brava -- reconcile.';

/**
 * Takes the next step of passing a donation's money on (architecture: 'Sweeping, never twice').
 *
 * | job | chain | step |
 * |---|---|---|
 * | nothing on its way, address empty | | the job ends; if the money went to strangers, the log says so |
 * | nothing on its way | finalized balance equals the books | sign, store the bytes, send |
 * | nothing on its way | only what comes has held it up for two minutes | the same with what is final, and something stays |
 * | nothing on its way | differs, or too small to move | refused: wait ever longer and try again |
 * | on its way | seen by the books, not final | wait: finality wakes the job |
 * | on its way | unknown | send the same bytes again |
 * | on its way | landed and final | entry and facts; the job ends or goes on |
 * | on its way | landed and failed, at the cost of the fee | the same as refused; what can fail again waits ever longer |
 * | on its way | can never land | free to sign anew |
 *
 * The process may die at any line: the next claim goes on from the rows.
 */
export async function sweepDonation(ports: Needs, job: SweepJob, log: Pick<Log, 'warn'>): Promise<Next> {
  const donation = await ports.donations.find(job.donationId);
  if (donation === null) throw new Error('A sweep job belongs to a donation: the foreign key says so.');
  if (job.live !== null) return await follow(ports, job, donation, job.live);
  if (balanceLamports(donation) > 0n) return await begin(ports, job, donation);
  await noteEmpty(ports, donation, log);
  return null;
}

async function begin(ports: Needs, job: SweepJob, donation: Donation): Promise<Next> {
  const passable = passableOf(donation);
  if (passable === null) return goOn(resendMs);
  // Whatever comes meanwhile makes no part of it fail.
  const rest = passable.isPart ? null : restAfterFailure(job);
  if (rest !== null) return rest;
  const streamer = await findStreamer(ports, donation.userId);
  const signed = await ports.sweepChain.sign({
    from: { path: donation.keyPath, address: donation.address },
    owner: { path: streamer.keyPath, address: streamer.walletAddress },
    destination: streamer.payoutAddress ?? streamer.walletAddress,
    lamports: passable.amount,
    isPart: passable.isPart,
    expired: job.expired,
  });
  if ('refused' in signed) return refuse(job, `${signed.refused}: ${signed.chainLamports} lamports`);
  if (!(await ports.sweeps.storeSigned(job, signed))) return goOn(resendMs);
  await ports.sweepChain.send(signed.raw);
  return goOn(resendMs);
}

/**
 * The address is empty although nothing is on its way: an own transfer had its end already, or books that were
 * recovered or restored do not know it. Theirs are told from a theft by where the money went.
 */
async function noteEmpty(ports: Needs, donation: Donation, log: Pick<Log, 'warn'>): Promise<void> {
  const outflow = lastOutflowOf(donation);
  if (outflow === undefined || donation.sweptAt !== null) return;
  const isPassedOn =
    (await ports.sweeps.isOwn(donation.id, outflow.signature)) ||
    (await hasReachedStreamer(ports, donation, outflow));
  if (!isPassedOn) {
    const { id, address } = donation;
    return log.warn({ donation: id, address, lamports: String(-outflow.lamports) }, takenAway);
  }
  await ports.donations.change(donation.id, (current) => applyEmpty(current, outflow.signature));
}

async function hasReachedStreamer(ports: Needs, { userId }: Donation, outflow: ChainEntry): Promise<boolean> {
  const { walletAddress, payoutAddress } = await findStreamer(ports, userId);
  const addresses = payoutAddress === null ? [walletAddress] : [walletAddress, payoutAddress];
  const arrived = await ports.sweepChain.arrivedLamports(outflow.signature, addresses);
  return arrived >= -outflow.lamports - outflow.feeLamports;
}

async function findStreamer({ streamers }: Needs, id: string) {
  const streamer = await streamers.find(id);
  if (streamer === null) throw new Error('A donation belongs to a streamer: the foreign key says so.');
  return streamer;
}

async function follow(ports: Needs, job: SweepJob, donation: Donation, live: SignedSweep): Promise<Next> {
  const entered = donation.entries.find((entry) => entry.signature === live.signature && !entry.dropped);
  if (entered?.finalized === true) {
    // Whoever saw it become final has stated the end, as a rule.
    const isStated = donation.sweptAt !== null && balanceLamports(donation) === 0n;
    return await (isStated ? end(ports, job, live, donation) : land(ports, job, live, entered));
  }
  if (entered !== undefined) return goOn(finalityMs);
  const isLate = isOverdue(live, ports.clock.now());
  const outcome = await ports.sweepChain.outcome(live, donation.address, isLate);
  if (outcome.state === 'landed') return await land(ports, job, live, outcome.entry);
  if (outcome.state === 'expired') {
    await ports.sweeps.markExpired(job, live.signature);
    return goOn(0, 'the transfer expired before it landed');
  }
  await ports.sweepChain.sendAgain(live.raw);
  return goOn(resendMs);
}

/** Whether a transfer is on its way for so long that a node which knows nothing of it is not believed alone. */
export function isOverdue({ signedAt }: Pick<SignedSweep, 'signedAt'>, now: Date): boolean {
  return signedAt !== undefined && now.getTime() - signedAt.getTime() > overdueMs;
}

/** Entry and facts first, then the end of the transfer: whoever dies between finds it landed again. */
async function land(ports: Needs, job: SweepJob, live: SignedSweep, entry: ChainEntry): Promise<Next> {
  const after = await ports.donations.change(job.donationId, (donation) => {
    const entered = applyEntries(donation, [entry], ports.clock.now());
    const { succeeded, blockTime } = entryOf(live, entered.entries);
    const isEmpty = balanceLamports(entered) === 0n;
    // Where it is paid in a token, SOL is not what it is about.
    const isEnd = succeeded && isEmpty && donation.token === null;
    return isEnd ? applySwept(entered, live.signature, blockTime) : entered;
  });
  return await end(ports, job, live, after);
}

/** A transfer that was entered, as the books have it: what they hold for final does not change by what another node tells. */
export function entryOf<E extends Entry>(live: { signature: string }, entries: readonly E[]): E {
  const entry = entries.find(({ signature }) => signature === live.signature);
  if (entry === undefined) throw new Error('A transfer has its entry before it has its end.');
  return entry;
}

async function end(ports: Needs, job: SweepJob, live: SignedSweep, donation: Donation): Promise<Next> {
  const { succeeded } = entryOf(live, donation.entries);
  await ports.sweeps.markLanded(job, live.signature, succeeded);
  if (balanceLamports(donation) === 0n) return null;
  return succeeded ? goOn(0) : afterFailure(job);
}
