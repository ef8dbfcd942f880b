import { timedWithin } from '#server/domain/entries.ts';
import { withdrawalTriedMs } from '#server/domain/withdrawal.ts';
import type { Pause } from '#server/app/next-try.ts';
import type { Ports } from '#server/app/ports.ts';
import { findStreamerOf } from './wallet.ts';
import { oneNodeIsEnoughAfterMs } from '#server/app/watch-ports.ts';
import type { SignedWithdrawal, StoredWithdrawal, WithdrawalJob } from '#server/app/wallet-ports.ts';

type Needs = Pick<Ports, 'wallet' | 'streamers' | 'clock' | 'settings'>;

/** When to look at a withdrawal again; null when it has come to its end. */
type Next = Pause | null;

/** How soon a transfer on its way is looked at, and where nobody has seen it, sent again. */
const followMs = 1000;
const retryMs = 2000;
/** A node may be behind what was confirmed: only so many refusals in a row end a withdrawal. */
const mostRefusals = 4;
/** Passing on the remainders of donations may have cost so much since it was confirmed; some hundred of them do not. */
const feesMeanwhileLamports = 1_000_000n;

/**
 * Takes the next step of a withdrawal.
 *
 * | transfer | otherwise | step |
 * |---|---|---|
 * | none | restored from a back-up since | ends: nobody knows whether it was paid |
 * | none | older than ten minutes, or so much newer than now | ends unpaid |
 * | none | the wallet holds less than was confirmed, or the fee is another | ends unpaid |
 * | none | the chain would take it | sign, store the bytes, send |
 * | none | the chain would not | try again, at last end unpaid |
 * | live | nobody has seen it | send the same bytes again |
 * | live | in a block | wait |
 * | live | final, by two nodes | paid, or failed at the cost of the fee |
 * | live | two nodes: can never land | free to sign anew |
 *
 * The process may die at any line: the next claim goes on from the rows.
 */
export async function carryOutWithdrawal(ports: Needs, job: WithdrawalJob): Promise<Next> {
  return job.live === null ? await begin(ports, job) : await follow(ports, job, job.live);
}

async function begin(ports: Needs, job: WithdrawalJob): Promise<Next> {
  const { withdrawals, chain } = ports.wallet;
  const { withdrawal } = job;
  if (withdrawal.keyEpoch !== ports.settings.keyEpoch) {
    await withdrawals.giveUp(job, 'restored');
    return null;
  }
  const ageMs = ports.clock.now().getTime() - withdrawal.createdAt.getTime();
  // So far in the future it lies where a clock was set back: nobody knows how old it is.
  if (Math.abs(ageMs) > withdrawalTriedMs) {
    await withdrawals.giveUp(job, 'no_answer');
    return null;
  }
  const { keyPath, walletAddress } = await findStreamerOf(ports, withdrawal.userId);
  const made = await chain.sign({
    from: { path: keyPath, address: walletAddress },
    destination: withdrawal.destination,
    lamports: withdrawal.isAll ? null : withdrawal.lamports,
    unitPrice: withdrawal.unitPrice,
  });
  if ('refused' in made) return await refuse(ports, job, 'refused');
  if (!isAsConfirmed(withdrawal, made)) return await refuse(ports, job, 'changed');
  if (!(await withdrawals.storeSigned(job, made.signed))) return { afterMs: retryMs, refusals: 0 };
  await chain.send(made.signed.raw);
  return { afterMs: followMs, refusals: 0 };
}

/**
 * What was confirmed must still be there: a balance that shrank was moved by somebody else meanwhile, or by this very
 * withdrawal, in a database that forgot it.
 */
function isAsConfirmed(
  withdrawal: StoredWithdrawal,
  { signed, balance }: { signed: SignedWithdrawal; balance: bigint },
): boolean {
  return (
    signed.feeLamports === withdrawal.feeLamports &&
    balance + feesMeanwhileLamports >= withdrawal.balanceLamports
  );
}

async function refuse(ports: Needs, job: WithdrawalJob, why: 'refused' | 'changed'): Promise<Next> {
  const refusals = job.refusals + 1;
  if (refusals < mostRefusals) return { afterMs: retryMs, refusals };
  await ports.wallet.withdrawals.giveUp(job, why);
  return null;
}

async function follow(ports: Needs, job: WithdrawalJob, live: SignedWithdrawal): Promise<Next> {
  const { withdrawals, chain } = ports.wallet;
  const { walletAddress } = await findStreamerOf(ports, job.withdrawal.userId);
  const now = ports.clock.now();
  const isOld = now.getTime() - job.withdrawal.createdAt.getTime() > oneNodeIsEnoughAfterMs;
  const outcome = await chain.outcome(live, walletAddress, isOld);
  if (outcome.state === 'landed') {
    const span = { since: job.withdrawal.createdAt, now };
    await withdrawals.markLanded(job, live.signature, timedWithin(outcome.entry, span));
    return null;
  }
  if (outcome.state === 'expired') {
    await withdrawals.markExpired(job, live.signature);
    return { afterMs: 0, refusals: 0 };
  }
  if (outcome.isSeen) await withdrawals.noteSeen(job);
  else await chain.sendAgain(live.raw);
  return { afterMs: followMs, refusals: 0 };
}
