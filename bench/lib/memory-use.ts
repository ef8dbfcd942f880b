import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resident memory of a process in bytes. Only where the system has /proc. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** Watches the resident memory of a process; the function that is returned ends it and tells the highest value. */
export function watchMemory(pid: number, everyMs: number): () => Promise<number> {
  let highest = 0;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      highest = Math.max(highest, await residentBytes(pid));
      await sleep(everyMs);
    }
  })();
  return async () => {
    over.abort();
    await watching;
    return highest;
  };
}
