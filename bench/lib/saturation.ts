import { setTimeout as sleep } from 'node:timers/promises';
import { type CpuUse, startCpuUse } from './cpu-use.ts';
import { createDonations, type LoadTarget, payAll } from './unit-loads.ts';

/** Whole donations at one rate: how many were offered and passed on a second, and what everything used. */
export interface SaturationStep {
  offered: number;
  done: number;
  use: CpuUse;
}

const rates = [5, 10, 20, 40, 80];
const stepSeconds = 10;
/** So far behind what is offered, more load brings nothing. */
const givesBelow = 0.7;

/** Raises the rate of whole donations until what is passed on stays behind. */
export async function findSaturation(target: LoadTarget, serverPid: number): Promise<SaturationStep[]> {
  const steps: SaturationStep[] = [];
  for (const offered of rates) {
    const endCpu = startCpuUse(serverPid);
    const startedAt = performance.now();
    const running: Promise<void>[] = [];
    for (let second = 0; second < stepSeconds; second += 1) {
      running.push(createDonations(target, offered).then((donations) => payAll(target, donations)));
      await sleep(Math.max(0, startedAt + (second + 1) * 1000 - performance.now()));
    }
    await Promise.all(running);
    const use = endCpu();
    if (use === null) throw new Error('This system has no /proc: processor time cannot be told.');
    const done = (offered * stepSeconds) / ((performance.now() - startedAt) / 1000);
    steps.push({ offered, done, use });
    if (done < offered * givesBelow) break;
  }
  return steps;
}
