import { AsyncLocalStorage } from 'node:async_hooks';

/** One life of a simulated server process. After `kill` nothing that it had begun ever goes on. */
export class SimulatedProcess {
  readonly name: string;
  isAlive = true;
  /** A stopped process (SIGSTOP) neither gets answers nor sees its timers until then. Virtual milliseconds. */
  pausedUntil = 0;
  readonly #atDeath: (() => void)[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** Runs code as this process: its timers and calls belong to it. */
  run<T>(work: () => T): T {
    return running.run(this, work);
  }

  onDeath(listener: () => void): void {
    this.#atDeath.push(listener);
  }

  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const listener of this.#atDeath) listener();
  }
}

const running = new AsyncLocalStorage<SimulatedProcess>();

/** The process whose code is running, or undefined in the simulation's own code. */
export function currentProcess(): SimulatedProcess | undefined {
  return running.getStore();
}
