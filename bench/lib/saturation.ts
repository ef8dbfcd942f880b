import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedCall } from './counted-http.ts';
import { startCpuUse } from './cpu-use.ts';
import { createDonations, type LoadTarget, payAll } from './unit-loads.ts';

/** Whole donations at one rate a second. */
export interface SaturationStep {
  offered: number;
  /** The server was at its capacity and took only some of them: what each used cannot be told. */
  isRefused: boolean;
  /** How long the last of them took to be passed on. */
  tailSeconds: number;
  /** What each of them used from its creation to its end, the time without anything to do included. */
  server: Milliseconds;
  postgres: Milliseconds;
  /** The sandbox chain and the donors. */
  generator: Milliseconds;
}

/** Of one core. */
type Milliseconds = number;

const rates = [5, 10, 20, 40, 80];
const stepSeconds = 10;
/** Passing on waits for the chain's finality in any case; a tail so much longer than that of the first step is a queue. */
const givesAfterSeconds = 10;

/** Raises the rate of whole donations until what is passed on stays behind what is offered, or the server takes no more. */
export async function findSaturation(target: LoadTarget, serverPid: number): Promise<SaturationStep[]> {
  const steps: SaturationStep[] = [];
  for (const offered of rates) {
    const endCpu = startCpuUse(serverPid);
    const startedAt = performance.now();
    const running: Promise<void>[] = [];
    let isRefused = false;
    const stopWhenFull = (error: unknown) => {
      if (!(error instanceof RefusedCall && error.status === 503)) throw error;
      isRefused = true;
    };
    for (let second = 0; second < stepSeconds; second += 1) {
      const created = createDonations(target, offered).then((donations) => payAll(target, donations));
      running.push(created.catch(stopWhenFull));
      await sleep(Math.max(0, startedAt + (second + 1) * 1000 - performance.now()));
    }
    const offeredUntil = performance.now();
    await Promise.all(running);
    const use = endCpu();
    if (use === null) throw new Error('This system has no /proc: processor time cannot be told.');
    const endedAt = performance.now();
    const ofEach = (percent: number): Milliseconds =>
      ((percent / 100) * (endedAt - startedAt)) / (offered * stepSeconds);
    steps.push({
      offered,
      isRefused,
      tailSeconds: (endedAt - offeredUntil) / 1000,
      server: ofEach(use.server),
      postgres: ofEach(use.postgres),
      generator: ofEach(use.generator),
    });
    const [first, last] = [steps[0], steps.at(-1)];
    if (isRefused || (last?.tailSeconds ?? 0) > (first?.tailSeconds ?? 0) + givesAfterSeconds) break;
  }
  return steps;
}
