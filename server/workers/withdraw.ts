import { carryOutWithdrawal } from '#server/app/money/carry-out-withdrawal.ts';
import type { Log } from '#server/app/log.ts';
import { afterNoAnswerMs, type Pause } from '#server/app/next-try.ts';
import type { Ports } from '#server/app/ports.ts';
import type { WithdrawalJob } from '#server/app/wallet-ports.ts';
import { wakeOverslept } from './wake-overslept.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** A worker that lives keeps its jobs for as long as they take; after it another one goes on, and the fence stops this one. */
const leaseMs = 4000;
const keepEveryMs = 1000;
const retryMs = 3000;
/** Worked on at the same time: each waits for its node most of the time. */
const mostAtOnce = 4;

type Needs = Pick<Ports, 'wallet' | 'streamers' | 'clock' | 'settings' | 'hints'>;

/** Carries withdrawals out, a few claimed ones at a time. */
export function withdraw(ports: Needs, log: Log): Worker {
  const { withdrawals } = ports.wallet;
  const running = new Map<Promise<void>, WithdrawalJob>();
  const worker = startWorker({
    name: 'withdraw',
    log,
    maxIdleMs: 2000,
    wakeOn: { hints: ports.hints, topic: 'withdrawal' },
    step: async () => {
      while (running.size < mostAtOnce) {
        const job = await withdrawals.claim(leaseMs);
        if (job === null) return await withdrawals.nextDueAt();
        start(job);
      }
      return null;
    },
  });

  const waker = wakeOverslept(withdrawals, 'wake-withdrawals', log);

  function start(job: WithdrawalJob): void {
    const work = workOn(ports, job, log).then(() => {
      running.delete(work);
      worker.wake();
    });
    running.set(work, job);
  }

  const keeping = setInterval(() => {
    if (running.size === 0) return;
    withdrawals
      .keep([...running.values()], leaseMs)
      .catch((error: unknown) =>
        log.warn({ error }, 'Withdrawals could not be kept; others may go on with them.'),
      );
  }, keepEveryMs);

  return {
    wake: () => worker.wake(),
    async stop() {
      await Promise.all([worker.stop(), waker.stop()]);
      await Promise.all(running.keys());
      clearInterval(keeping);
    },
  };
}

/** Never rejects: a job that could not even be given back is free when its lease ends. */
async function workOn(ports: Needs, job: WithdrawalJob, log: Log): Promise<void> {
  const { id } = job.withdrawal;
  let next: Pause | null;
  try {
    next = await carryOutWithdrawal(ports, job);
  } catch (error) {
    log.warn({ withdrawal: id, error }, 'A withdrawal failed and is tried again.');
    // No answer is no refusal.
    next = { afterMs: afterNoAnswerMs(error, retryMs), refusals: 0 };
  }
  try {
    if (next !== null) await ports.wallet.withdrawals.release(job, next);
  } catch (error) {
    log.warn({ withdrawal: id, error }, 'A withdrawal could not be given back; its lease will end.');
  }
}
