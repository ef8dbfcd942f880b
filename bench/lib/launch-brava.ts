import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** How Brava is started. */
export interface LaunchOptions {
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
  /** Sends the signal to the process group and waits until the process has ended. Repeating it does nothing. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const stopTimeoutMs = 20_000;
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
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-pid, signal);
    const isOver = await Promise.race([exited, sleep(stopTimeoutMs, false, { ref: false })]);
    if (isOver !== false) return;
    process.kill(-pid, 'SIGKILL');
    await exited;
  };
  const isReady = await Promise.race([
    ready.promise,
    exited.then(() => null),
    sleep(options.timeoutMs, null, { ref: false }),
  ]);
  if (isReady !== null) return { pid, readyAfterMs: isReady, stop };
  await stop('SIGKILL');
  throw new Error(`Brava did not start. Its last lines:\n${lines.join('\n')}`);
}
