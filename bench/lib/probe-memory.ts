import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a process holds once its garbage has been collected, in bytes. */
export interface Held {
  residentBytes: number;
  heapBytes: number;
}

/** What Node imports at its start, so that its memory can be asked for. */
export const memoryProbe = new URL('memory-probe.ts', import.meta.url).href;

const pollMs = 50;
const timeoutMs = 30_000;

/** Has a process that has imported `memoryProbe` collect its garbage and tell what is left. `file` is its own. */
export async function probeMemory(pid: number, file: string): Promise<Held> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    await sleep(pollMs);
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!text.endsWith('}')) continue;
    const { rss, heapUsed } = JSON.parse(text) as NodeJS.MemoryUsage;
    return { residentBytes: rss, heapBytes: heapUsed };
  }
  throw new Error('A process did not tell what it holds.');
}
