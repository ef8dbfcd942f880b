import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What a worker answers: a value, or the code of an expected refusal. */
export type WorkerAnswer<Value> = { value: Value } | { refusal: string };

/** The thread ended, or was ended for its time or memory, before it answered. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

/** How much one job may take. Memory counts what the language keeps; the bytes of a job come on top. */
export interface WorkerLimits {
  timeoutMs: number;
  memoryMb: number;
}

/**
 * A worker thread that does one job at a time and can be ended in the middle of it. Its script sends any
 * message when it is ready, and then one answer for each job.
 */
export class KillableWorker<Value> {
  readonly #thread: Worker;
  readonly #timeoutMs: number;
  readonly #started: Promise<unknown>;

  constructor(script: URL, limits: WorkerLimits) {
    this.#timeoutMs = limits.timeoutMs;
    this.#thread = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } });
    // Without a listener the error of a thread is one of the whole process; `run` hears of it.
    this.#thread.on('error', () => undefined);
    this.#started = Promise.race([once(this.#thread, 'message'), once(this.#thread, 'exit')]).catch(
      () => undefined,
    );
    this.#thread.unref();
  }

  /** Whether the thread still runs. */
  get isAlive(): boolean {
    return this.#thread.threadId !== -1;
  }

  /**
   * Gives the thread a job; not before the last one has ended. The bytes are taken away from the
   * caller instead of being copied. Throws `WorkerFailed`; the thread is gone by then.
   */
  async run(bytes: Uint8Array<ArrayBuffer>): Promise<WorkerAnswer<Value>> {
    // Otherwise a process with nothing else to do would end in the middle of the job.
    this.#thread.ref();
    // On a busy machine a thread takes a while to start, which is no fault of the job.
    await this.#started;
    if (!this.isAlive) throw new WorkerFailed('The worker ended before it had a job.');
    const listening = new AbortController();
    const { signal } = listening;
    const timer = setTimeout(() => void this.stop(), this.#timeoutMs);
    this.#thread.postMessage(bytes, [bytes.buffer]);
    try {
      const answered = once(this.#thread, 'message', { signal });
      const ended = once(this.#thread, 'exit', { signal }).then(() => Promise.reject(new Error('It ended.')));
      const [answer] = await Promise.race([answered, ended]);
      return answer;
    } catch (error) {
      await this.stop();
      throw new WorkerFailed('The worker gave no answer.', { cause: error });
    } finally {
      clearTimeout(timer);
      listening.abort();
      this.#thread.unref();
    }
  }

  /** Ends the thread at once, whatever it does. */
  async stop(): Promise<void> {
    await this.#thread.terminate();
  }
}
