import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What a process holds once its garbage has been collected, in bytes. */
export interface Held {
  residentBytes: number;
  heapBytes: number;
}

/** What Node is started with so that its memory can be asked for. */
export const probeArguments = [
  '--expose-gc',
  '--import',
  fileURLToPath(new URL('memory-probe.ts', import.meta.url)),
] as const;

const pollMs = 50;
const timeoutMs = 30_000;

/** Has a process that was started with `probeArguments` collect its garbage and tell what is left. `file` is its own. */
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
