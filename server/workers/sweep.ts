import type { Log } from '#server/app/log.ts';
import type { HintTopic, Ports } from '#server/app/ports.ts';
import type { SweepJob, SweepJobs } from '#server/app/sweep-ports.ts';
import type { TokenSweepJob } from '#server/app/token-ports.ts';
import { afterNoAnswerMs, goOn, type NextTry, refuse } from '#server/app/next-try.ts';
import { Permanent } from '#server/app/outside.ts';
import { type Next, sweepDonation } from '#server/app/money/sweep-donation.ts';
import { sweepTokens } from '#server/app/money/sweep-tokens.ts';
import { wakeOverslept } from './wake-overslept.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** A worker that lives keeps its jobs for as long as they take; after it another one goes on, and the fence stops this one. */
const leaseMs = 4000;
const keepEveryMs = 1000;
const retryMs = 5000;
/**
 * Jobs that are worked on at the same time. Each waits for its node most of the time, and holds a connection of the
 * database's pool (20 by default) only for short transactions.
 */
const mostAtOnce = 16;

type Needs = Pick<Ports, 'donations' | 'streamers' | 'sweeps' | 'sweepChain' | 'clock' | 'hints'>;
type TokenNeeds = Pick<Ports, 'donations' | 'streamers' | 'tokens' | 'clock' | 'hints'>;

/** What is the same of jobs, whatever is passed on. */
type AnyJob = Pick<SweepJob, 'donationId' | 'refusals'> & { live: object | null };

/** What is passed on: the jobs, and the next step of one. */
interface Work<Job> {
  name: string;
  topic: HintTopic;
  hints: Ports['hints'];
  jobs: SweepJobs<Job>;
  step: (job: Job) => Promise<Next>;
}

/**
 * Passes money on, a few claimed jobs at a time (`atOnce`, more where nothing else has to be answered meanwhile). A job
 * is an address, so two of them never move the same money.
 */
export function sweep(ports: Needs, log: Log, atOnce = mostAtOnce): Worker {
  const { hints, sweeps: jobs } = ports;
  const step = (job: SweepJob): Promise<Next> => sweepDonation(ports, job, log);
  return passOn({ name: 'sweep', topic: 'sweep', hints, jobs, step }, log, atOnce);
}

/** The same for tokens. */
export function sweepTokensOn(ports: TokenNeeds, log: Log): Worker {
  const { hints } = ports;
  const { sweeps: jobs } = ports.tokens;
  const step = (job: TokenSweepJob): Promise<Next> => sweepTokens(ports, job, log);
  return passOn({ name: 'sweep-tokens', topic: 'token-sweep', hints, jobs, step }, log, mostAtOnce);
}

function passOn<Job extends AnyJob>(work: Work<Job>, log: Log, atOnce: number): Worker {
  const running = new Map<Promise<void>, Job>();
  let isStopping = false;
  const worker = startWorker({
    name: work.name,
    log,
    maxIdleMs: 2000,
    wakeOn: { hints: work.hints, topic: work.topic },
    step: async () => {
      while (running.size < atOnce) {
        const claimed = await work.jobs.claim(leaseMs, atOnce - running.size);
        if (claimed.length === 0) return await work.jobs.nextDueAt();
        claimed.forEach(start);
      }
      return null;
    },
  });

  const waker = wakeOverslept(work.jobs, `wake-${work.name}`, log);

  function start(job: Job): void {
    const working = sweepOne(work, job, log, () => isStopping).then(() => {
      running.delete(working);
      worker.wake();
    });
    running.set(working, job);
  }

  const keeping = setInterval(() => {
    if (running.size === 0) return;
    work.jobs
      .keep([...running.values()], leaseMs)
      .catch((error: unknown) =>
        log.warn({ error }, 'Sweeps could not be kept; others may go on with them.'),
      );
  }, keepEveryMs);

  return {
    wake: () => worker.wake(),
    async stop() {
      isStopping = true;
      await Promise.all([worker.stop(), waker.stop()]);
      await Promise.all(running.keys());
      clearInterval(keeping);
    },
  };
}

/** Never rejects: a job that could not even be given back is free when its lease ends. */
async function sweepOne<Job extends AnyJob>(
  work: Work<Job>,
  job: Job,
  log: Log,
  isStopping: () => boolean,
): Promise<void> {
  try {
    await workOn(work, job, log, isStopping);
  } catch (error) {
    log.warn({ donation: job.donationId, error }, 'A sweep could not be given back; its lease will end.');
  }
}

/** What failed because this process ends is somebody else's at once. */
async function workOn<Job extends AnyJob>(
  { jobs, step }: Work<Job>,
  job: Job,
  log: Log,
  isStopping: () => boolean,
): Promise<void> {
  try {
    const next = await step(job);
    if (next === null) await jobs.finish(job);
    else await jobs.release(job, next);
    if (next?.error) log.warn({ donation: job.donationId, reason: next.error }, 'A sweep has to wait.');
  } catch (error) {
    if (isStopping()) return await jobs.release(job, goOn(0, String(error)));
    log.warn({ donation: job.donationId, error }, 'A sweep failed and is tried again.');
    await jobs.release(job, afterFailure(job, error));
  }
}

/** Nodes that do not answer refuse nothing; nor can what is on its way be refused any more: it lands or expires. */
function afterFailure(job: AnyJob, error: unknown): NextTry {
  const isRefused = error instanceof Permanent && job.live === null;
  return isRefused ? refuse(job, String(error)) : goOn(afterNoAnswerMs(error, retryMs), String(error));
}
