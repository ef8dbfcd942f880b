import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Log } from '#server/app/log.ts';

const entry = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));
const startTimeoutMs = 30_000;
/** Doubled with each that ends before it has stood: a full disk or a broken chain waits for a person. */
const restartAfterMs = { first: 500, longest: 30_000 };
/** One that answered for so long stands. */
const standsAfterMs = 60_000;
/** One that does not end by then hangs. The chain survives any end. */
const stopWithinMs = 3000;
const askEveryMs = 5000;
/**
 * So many questions in a row without an answer, and it hangs. They are counted instead of the time, which goes on while the
 * whole machine sleeps.
 */
const mostUnanswered = 6;

/**
 * Runs the sandbox outside the server's event loop, and again should it end, or hang for half a minute: at once, and ever
 * more rarely where it ends before it has stood. It ends with the server, also when the server is killed: it watches the
 * channel between them. `defer` takes what ends it as soon as there is a process, while it still starts. Throws when it
 * cannot start.
 */
export async function startSandboxProcess(
  options: {
    port: number;
    dataDir: string;
    readyWithinMs?: number;
    askEveryMs?: number;
    standsAfterMs?: number;
  },
  { log, defer }: { log: Log; defer: (close: () => Promise<void>) => void },
): Promise<{ rpcUrl: string; wsUrl: string }> {
  const readyWithinMs = options.readyWithinMs ?? startTimeoutMs;
  let isStopping = false;
  let child: ChildProcess | null = null;
  let failures = 0;
  let restarting: NodeJS.Timeout | undefined;

  async function launch(): Promise<void> {
    const next = fork(entry, {
      env: {
        // Of our own settings only these: it needs neither the seed nor the database.
        PATH: process.env['PATH'],
        SANDBOX_PORT: String(options.port),
        DATA_DIR: options.dataDir,
        HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Ctrl+C goes to the whole group: the server ends first, then what it stands on.
      detached: true,
    });
    child = next;
    const timeout = AbortSignal.timeout(readyWithinMs);
    const ended = once(next, 'exit', { signal: timeout }).then(() => {
      throw new Error(
        `The sandbox chain did not start. Is port ${options.port} or ${options.port + 1} in use? SANDBOX_PORT moves it.`,
      );
    });
    try {
      await Promise.race([once(next, 'message', { signal: timeout }), ended]);
    } catch (error) {
      if (!isRunning(next)) throw error;
      // Left alone it would hold folder and port for as long as the server runs.
      next.kill('SIGKILL');
      await once(next, 'exit');
      throw new Error(`The sandbox chain did not get ready within ${readyWithinMs / 1000} s.`, {
        cause: error,
      });
    }
    const readyAt = performance.now();
    const asking = endWhenHung(next, options.askEveryMs ?? askEveryMs, log);
    next.once('exit', (code) => {
      clearInterval(asking);
      if (performance.now() - readyAt >= (options.standsAfterMs ?? standsAfterMs)) failures = 0;
      if (!isStopping) relaunch(code);
    });
  }

  function relaunch(code: number | null): void {
    const afterMs = Math.min(restartAfterMs.first * 2 ** failures, restartAfterMs.longest);
    failures += 1;
    log.error({ code, inSeconds: afterMs / 1000 }, 'The sandbox chain ended and is started again.');
    restarting = setTimeout(() => {
      launch().catch(() => !isStopping && relaunch(null));
    }, afterMs);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(restarting);
    if (child === null || !isRunning(child)) return;
    child.kill('SIGTERM');
    // Left alone it would outlive the server, and hold folder and port.
    const giveUp = setTimeout(() => child?.kill('SIGKILL'), stopWithinMs);
    await once(child, 'exit');
    clearTimeout(giveUp);
  }

  const launching = launch();
  defer(stop);
  await launching;
  return { rpcUrl: `http://127.0.0.1:${options.port}`, wsUrl: `ws://127.0.0.1:${options.port + 1}` };
}

/** Asks one that is ready whether it still answers anything, and kills it once it does not. */
function endWhenHung(child: ChildProcess, everyMs: number, log: Log): NodeJS.Timeout {
  let unanswered = 0;
  child.on('message', () => (unanswered = 0));
  return setInterval(() => {
    if (unanswered === mostUnanswered) log.error({}, 'The sandbox chain hangs and is ended.');
    if (unanswered >= mostUnanswered) child.kill('SIGKILL');
    // One that has just ended is no error here: with a callback it is none.
    else child.send('are you there?', () => {});
    unanswered += 1;
  }, everyMs);
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
