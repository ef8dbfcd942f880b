import type { SeededRandom } from './seeded-random.ts';
import { settle } from './take-over-globals.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A call that waits to be taken: a transaction, or a call to a node. Taking it is one atomic step. */
export interface PendingCall {
  owner: SimulatedProcess;
  readyAt: number;
  label: string;
  take: () => Promise<void> | void;
}

/**
 * Decides what happens next: some call that waits, or, when nobody waits, the next thing that time brings.
 *
 * Calls are taken in an order that the seed decides, so that every interleaving can come up.
 */
export class Scheduler {
  steps = 0;
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #afterStep: (label: string, owner: SimulatedProcess | null) => void;
  #waiting: PendingCall[] = [];

  constructor(
    time: VirtualTime,
    random: SeededRandom,
    afterStep: (label: string, owner: SimulatedProcess | null) => void,
  ) {
    this.#time = time;
    this.#random = random;
    this.#afterStep = afterStep;
  }

  wait(call: PendingCall): void {
    this.#waiting.push(call);
  }

  /** Takes one step. Throws when nothing can ever happen again. */
  async step(): Promise<void> {
    await settle();
    this.steps += 1;
    this.#waiting = this.#waiting.filter((call) => call.owner.isAlive);
    const ready = this.#waiting.filter((call) => readyAt(call) <= this.#time.nowMs);
    if (ready.length === 0) {
      this.#jump();
      await settle();
      this.#afterStep('time', null);
      return;
    }
    const call = this.#random.pick(ready);
    this.#waiting.splice(this.#waiting.indexOf(call), 1);
    await call.take();
    this.#time.nowMs += 1;
    await settle();
    this.#afterStep(call.label, call.owner);
  }

  #jump(): void {
    const times = this.#waiting.map(readyAt);
    const timerAt = this.#time.nextDueAt();
    if (timerAt !== null) times.push(timerAt);
    if (times.length === 0) throw new Error('Nothing can ever happen again');
    this.#time.nowMs = Math.max(this.#time.nowMs, Math.min(...times));
    this.#time.fireDue();
  }
}

function readyAt(call: PendingCall): number {
  return Math.max(call.readyAt, call.owner.pausedUntil);
}
