import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { Permanent } from '#server/app/outside.ts';
import { backOffMs, sweepDonation } from '#server/app/sweep-donation.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** As long as a step takes with slow nodes; after it another worker goes on, and the fence stops this one. */
const leaseMs = 60_000;
const retryMs = 5000;

type Needs = Pick<Ports, 'donations' | 'streamers' | 'sweeps' | 'sweepChain' | 'clock' | 'hints'>;

/** Passes money on, one claimed job at a time. */
export function sweep(ports: Needs, log: Log): Worker {
  return startWorker({
    name: 'sweep',
    log,
    maxIdleMs: 2000,
    wakeOn: { hints: ports.hints, topic: 'sweep' },
    step: async () => {
      const hasWorked = await sweepOne(ports, log);
      return hasWorked ? new Date(0) : await ports.sweeps.nextDueAt();
    },
  });
}

async function sweepOne(ports: Needs, log: Log): Promise<boolean> {
  const job = await ports.sweeps.claim(leaseMs);
  if (job === null) return false;
  try {
    const next = await sweepDonation(ports, job);
    if (next === null) await ports.sweeps.finish(job);
    else await ports.sweeps.release(job, next.afterMs, next.error);
    if (next?.error) log.warn({ donation: job.donationId, reason: next.error }, 'A sweep has to wait.');
  } catch (error) {
    log.warn({ donation: job.donationId, error }, 'A sweep failed and is tried again.');
    const isPermanent = error instanceof Permanent;
    await ports.sweeps.release(job, isPermanent ? backOffMs(job.attempts) : retryMs, String(error));
  }
  return true;
}
