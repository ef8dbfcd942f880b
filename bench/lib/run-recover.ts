import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** How one run of `brava recover` went. */
export interface RecoverRun {
  /** What it printed: the result, not its progress. */
  printed: string;
  ms: number;
  /** The most memory that it had, in MiB; null where the system has no /proc. */
  memoryMiB: number | null;
  wasKilled: boolean;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const pollMs = 200;

/**
 * Runs `brava recover` to its end, or kills it (`kill -9`) as soon as `killWhen` says so. Its progress is shown.
 * Throws when it fails.
 */
export async function runRecover(
  cleanUp: AsyncDisposableStack,
  {
    env,
    profileFolder,
    killWhen,
  }: { env: NodeJS.ProcessEnv; profileFolder: string | null; killWhen?: () => boolean },
): Promise<RecoverRun> {
  const startedAt = performance.now();
  const profiling = profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const child = spawn(process.execPath, [...profiling, 'cli/brava.ts', 'recover'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp.defer(async () => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let memoryMiB: number | null = null;
  const timer = setInterval(() => {
    void readPeakMemory(child.pid).then((peak) => (memoryMiB = peak ?? memoryMiB));
    if (killWhen?.() === true) child.kill('SIGKILL');
  }, pollMs);
  const printed = await text(child.stdout);
  const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null];
  clearInterval(timer);
  if (code !== 0 && signal !== 'SIGKILL')
    throw new Error(`recover ended with ${code ?? signal}:\n${printed}`);
  return { printed, ms: performance.now() - startedAt, memoryMiB, wasKilled: signal === 'SIGKILL' };
}

async function readPeakMemory(pid: number | undefined): Promise<number | null> {
  // It may have ended by now, or the system has no such file.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kiB = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return kiB === undefined ? null : Math.round(Number(kiB) / 1024);
}
