import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** How Brava is started. */
export interface LaunchOptions {
  /** Ends it, also while it still starts. */
  cleanUp: AsyncDisposableStack;
  command: readonly [string, ...string[]];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** A start that takes longer has failed. */
  timeoutMs: number;
}

/** A Brava that says it is ready. */
export interface RunningBrava {
  /** Of the process that was spawned, and of its group. */
  pid: number;
  /** From the spawn to the line 'Brava is ready'. */
  readyAfterMs: number;
  /** Sends the signal to the process group and waits until all of it has ended. Repeating it does nothing. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const stopTimeoutMs = 20_000;
const pollMs = 20;
const keptLines = 200;

/**
 * Starts Brava in a process group of its own and waits for the line that people wait for.
 * Throws with the last lines of its output when it ends before, or takes too long; then it is ended.
 */
export async function launchBrava(options: LaunchOptions): Promise<RunningBrava> {
  const [file, ...args] = options.command;
  const startedAt = performance.now();
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(child, 'spawn');
  const pid = child.pid;
  if (pid === undefined) throw new TypeError('A process that was spawned has an id.');
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const ready = Promise.withResolvers<number>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Brava is ready')) ready.resolve(performance.now() - startedAt);
      lines.push(...text.split('\n').filter(Boolean));
      lines.splice(0, lines.length - keptLines);
    });
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    signalGroup(pid, signal);
    if (!(await isGroupGone(pid))) signalGroup(pid, 'SIGKILL');
    await exited;
  };
  options.cleanUp.defer(() => stop());
  const isReady = await Promise.race([
    ready.promise,
    exited.then(() => null),
    sleep(options.timeoutMs, null, { ref: false }),
  ]);
  if (isReady !== null) return { pid, readyAfterMs: isReady, stop };
  await stop('SIGKILL');
  throw new Error(`Brava did not start. Its last lines:\n${lines.join('\n')}`);
}

/** Signal 0 only asks. False: there is no process left in the group. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Waits until the last process of a group has ended: npm leaves before what it runs. */
async function isGroupGone(pid: number): Promise<boolean> {
  const deadline = performance.now() + stopTimeoutMs;
  while (signalGroup(pid, 0)) {
    if (performance.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}
