import type { Argon2Parameters } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Computes argon2id on a thread that is free. Never more at once than there are threads: the caller sees to that. */
export type DeriveTag = (parameters: Argon2Parameters) => Promise<Buffer>;

const script = new URL('hash-thread.ts', import.meta.url);

/**
 * Threads of low priority for the hashing of passwords, started when they are first needed.
 *
 * On Node's own threads, of the same priority as everything else, two hashes of some 35 ms compete for both cores of a
 * small server with whoever polls, pays or watches. What is noticed of them: bench/status-under-logins.ts.
 */
export function createHashThreads(): DeriveTag {
  const free: Worker[] = [];
  return async (parameters) => {
    const thread = free.pop() ?? startThread();
    const listening = new AbortController();
    const { signal } = listening;
    // Otherwise a process with nothing else to do would end before the answer.
    thread.ref();
    try {
      thread.postMessage(parameters, []);
      // Rejects with the thread's error: it is not used again.
      const ended = once(thread, 'exit', { signal }).then(() =>
        Promise.reject(new Error('The thread that hashes passwords has ended.')),
      );
      const [tag] = await Promise.race([once(thread, 'message', { signal }), ended]);
      free.push(thread);
      return Buffer.from(tag as Uint8Array);
    } finally {
      listening.abort();
      thread.unref();
    }
  };
}

function startThread(): Worker {
  const thread = new Worker(script);
  // Without a listener the error of a thread is one of the whole process; whoever waits for its answer hears of it.
  thread.on('error', () => undefined);
  return thread;
}
