import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Log } from '#server/app/log.ts';

const entry = fileURLToPath(new URL('../sandbox/main.ts', import.meta.url));
const startTimeoutMs = 30_000;
const restartAfterMs = 500;

/** A sandbox chain that runs beside the server, in a process of its own. */
export interface SandboxProcess {
  rpcUrl: string;
  wsUrl: string;
  stop(): Promise<void>;
}

/**
 * Runs the sandbox outside the server's event loop, and again should it end. It ends with the server, also when the
 * server is killed: it watches the channel between them. Throws when it cannot start.
 */
export async function startSandboxProcess(
  options: { port: number; dataDir: string; readyWithinMs?: number },
  log: Log,
): Promise<SandboxProcess> {
  const readyWithinMs = options.readyWithinMs ?? startTimeoutMs;
  let isStopping = false;
  let child: ChildProcess;

  async function launch(): Promise<ChildProcess> {
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
    next.once('exit', (code) => {
      if (!isStopping) relaunch(code);
    });
    return next;
  }

  function relaunch(code: number | null): void {
    log.error({ code }, 'The sandbox chain ended and is started again.');
    setTimeout(() => {
      if (isStopping) return;
      launch().then(
        (next) => {
          child = next;
          if (isStopping) next.kill('SIGTERM');
        },
        () => !isStopping && relaunch(null),
      );
    }, restartAfterMs);
  }

  child = await launch();
  return {
    rpcUrl: `http://127.0.0.1:${options.port}`,
    wsUrl: `ws://127.0.0.1:${options.port + 1}`,
    async stop() {
      isStopping = true;
      if (!isRunning(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
