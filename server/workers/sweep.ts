import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import type { SweepJob } from '#server/app/sweep-ports.ts';
import { Permanent } from '#server/app/outside.ts';
import { backOffMs, sweepDonation } from '#server/app/sweep-donation.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** A worker that lives keeps its jobs for as long as they take; after it another one goes on, and the fence stops this one. */
const leaseMs = 6000;
const keepEveryMs = 1500;
const retryMs = 5000;
/**
 * Jobs that are worked on at the same time. Each waits for its node most of the time, and holds a connection of the
 * database's pool (20 by default) only for short transactions.
 */
const mostAtOnce = 8;

type Needs = Pick<Ports, 'donations' | 'streamers' | 'sweeps' | 'sweepChain' | 'clock' | 'hints'>;

/**
 * Passes money on, a few claimed jobs at a time (`atOnce`, more where nothing else has to be answered meanwhile). A job
 * is an address, so two of them never move the same money.
 */
export function sweep(ports: Needs, log: Log, atOnce = mostAtOnce): Worker {
  const running = new Map<Promise<void>, SweepJob>();
  let isStopping = false;
  const worker = startWorker({
    name: 'sweep',
    log,
    maxIdleMs: 2000,
    wakeOn: { hints: ports.hints, topic: 'sweep' },
    step: async () => {
      while (running.size < atOnce) {
        const job = await ports.sweeps.claim(leaseMs);
        if (job === null) return await ports.sweeps.nextDueAt();
        start(job);
      }
      return null;
    },
  });

  function start(job: SweepJob): void {
    const work = sweepOne(ports, job, log, () => isStopping).then(() => {
      running.delete(work);
      worker.wake();
    });
    running.set(work, job);
  }

  const keeping = setInterval(() => {
    if (running.size === 0) return;
    ports.sweeps
      .keep([...running.values()], leaseMs)
      .catch((error: unknown) =>
        log.warn({ error }, 'Sweeps could not be kept; others may go on with them.'),
      );
  }, keepEveryMs);

  return {
    wake: () => worker.wake(),
    async stop() {
      isStopping = true;
      await worker.stop();
      await Promise.all(running.keys());
      clearInterval(keeping);
    },
  };
}

/** Never rejects: a job that could not even be given back is free when its lease ends. */
async function sweepOne(ports: Needs, job: SweepJob, log: Log, isStopping: () => boolean): Promise<void> {
  try {
    await workOn(ports, job, log, isStopping);
  } catch (error) {
    log.warn({ donation: job.donationId, error }, 'A sweep could not be given back; its lease will end.');
  }
}

/** What failed because this process ends is somebody else's at once. */
async function workOn(ports: Needs, job: SweepJob, log: Log, isStopping: () => boolean): Promise<void> {
  try {
    const next = await sweepDonation(ports, job);
    if (next === null) await ports.sweeps.finish(job);
    else await ports.sweeps.release(job, next.afterMs, next.error);
    if (next?.error) log.warn({ donation: job.donationId, reason: next.error }, 'A sweep has to wait.');
  } catch (error) {
    if (isStopping()) return await ports.sweeps.release(job, 0, String(error));
    log.warn({ donation: job.donationId, error }, 'A sweep failed and is tried again.');
    const isPermanent = error instanceof Permanent;
    await ports.sweeps.release(job, isPermanent ? backOffMs(job.attempts) : retryMs, String(error));
  }
}
