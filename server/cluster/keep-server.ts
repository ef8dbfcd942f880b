import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from '#server/process/node-options.ts';

const entry = fileURLToPath(new URL('../main.ts', import.meta.url));
const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;
/** Time to see the others take over before it comes back. */
const restartAfterMs = 15_000;
/** Longer than a server takes to end in good order. */
const forceAfterMs = 11_000;

/** A server of `npm run cluster`. */
export interface KeptServer {
  port: number;
  url: string;
  pid: () => number | null;
  /** Ends it, also while it stands still, and starts it no more. */
  stop(): Promise<void>;
}

/** What a server runs with, and who hears of it. */
interface KeptServerOptions {
  port: number;
  /** Everything that it is told but its port. */
  environment: NodeJS.ProcessEnv;
  /** A line for whoever watches. */
  say: (line: string) => void;
}

/**
 * Runs a server in a process of its own, and 15 s after it died again. Resolves when it is ready for the first time; throws
 * when it never was, and then starts it no more.
 */
export async function keepServer({ port, environment, say }: KeptServerOptions): Promise<KeptServer> {
  let child: ChildProcess | null = null;
  let restart: NodeJS.Timeout | undefined;
  let isStopping = false;
  let hasBeenReady = false;

  const launch = async (): Promise<void> => {
    const next = fork(entry, {
      execArgv: [...nodeOptions, '--import', endWithParent],
      env: { ...environment, PORT: String(port) },
      // Ctrl+C reaches this process alone, which ends them in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = next;
    const ready = Promise.withResolvers<void>();
    for (const stream of [next.stdout, next.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        if (line.includes('Brava is ready')) ready.resolve();
        else if (line.trim() !== '' && !/^ {2}\(/.test(line)) say(sentenceOf(line));
      });
    }
    next.once('exit', (code, signal) => {
      child = null;
      ready.reject(new Error(`The server on port ${port} did not start; the lines above say why.`));
      // Whoever asked for it hears that it did not start, and ends the others.
      if (isStopping || !hasBeenReady) return;
      say(
        `process ${next.pid} ended (${signal ?? `code ${code}`}); the others take over. It is started again in 15 s.`,
      );
      restart = setTimeout(() => void again(), restartAfterMs);
    });
    await ready.promise;
    hasBeenReady = true;
    say(`ready, process ${next.pid}`);
  };
  const again = (): Promise<void> => launch().catch((error: Error) => say(error.message));

  await launch();
  return {
    port,
    url: `http://localhost:${port}`,
    pid: () => child?.pid ?? null,
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      if (child === null) return;
      const exited = once(child, 'exit');
      const { pid } = child;
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      const force = setTimeout(() => pid !== undefined && process.kill(pid, 'SIGKILL'), forceAfterMs);
      await exited;
      clearTimeout(force);
    },
  };
}

/** What a line of the log says; its details are for whoever runs a server by itself. */
function sentenceOf(line: string): string {
  try {
    const { msg } = JSON.parse(line) as { msg?: string };
    return msg ?? line;
  } catch {
    // Words for the operator are no JSON.
    return line.trim();
  }
}
