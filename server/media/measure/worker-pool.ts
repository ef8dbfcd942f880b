import { Problem } from '#contract/problem.ts';
import { KillableWorker } from './killable-worker.ts';
import type { WorkerAnswer, WorkerLimits } from './killable-worker.ts';

/** What a pool may use: threads at the same time, and jobs that may wait for one. */
export interface PoolLimits extends WorkerLimits {
  parallel: number;
  waiting: number;
}

/**
 * Threads that wait for jobs. One is started at once, so that the first job does not wait for it,
 * the others when they are needed; each serves until it fails.
 */
export class WorkerPool<Value> {
  readonly #script: URL;
  readonly #limits: PoolLimits;
  readonly #idle: KillableWorker<Value>[] = [];
  readonly #busy = new Set<KillableWorker<Value>>();
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #isStopped = false;

  constructor(script: URL, limits: PoolLimits) {
    this.#script = script;
    this.#limits = limits;
    this.#idle.push(new KillableWorker(script, limits));
  }

  /**
   * Runs one job as soon as a thread is free, in the order of the calls. Takes the bytes away.
   * Throws `WorkerFailed` when the job killed its thread, `Problem('busy')` when too many wait.
   */
  async run(bytes: Uint8Array<ArrayBuffer>): Promise<WorkerAnswer<Value>> {
    await this.#takePlace();
    try {
      return await this.#runInPlace(bytes);
    } finally {
      this.#passPlaceOn();
    }
  }

  async #runInPlace(bytes: Uint8Array<ArrayBuffer>): Promise<WorkerAnswer<Value>> {
    if (this.#isStopped) throw new Problem('busy');
    const worker = this.#takeWorker();
    this.#busy.add(worker);
    try {
      return await worker.run(bytes);
    } finally {
      this.#busy.delete(worker);
      if (worker.isAlive && !this.#isStopped) this.#idle.push(worker);
    }
  }

  /** Ends every thread, also those in the middle of a job; waiting jobs are refused as busy. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const proceed of this.#queue.splice(0)) proceed();
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.stop()));
  }

  async #takePlace(): Promise<void> {
    if (this.#running < this.#limits.parallel) this.#running += 1;
    else if (this.#queue.length >= this.#limits.waiting) throw new Problem('busy');
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  /** The place goes straight to who waits longest, so that nobody slips in between. */
  #passPlaceOn(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }

  /** A thread may have ended while nobody used it. */
  #takeWorker(): KillableWorker<Value> {
    let worker = this.#idle.pop();
    while (worker !== undefined && !worker.isAlive) worker = this.#idle.pop();
    return worker ?? new KillableWorker(this.#script, this.#limits);
  }
}
