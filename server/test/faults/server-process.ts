import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const usuallyKeptLines = 300;

/** How a server is started; what is not named is the product's default. */
export interface ServerProcessOptions {
  port: number;
  /** Variables of `server/settings/config.ts` beside the port. */
  environment: Record<string, string>;
  /** How many lines of output are kept; the last 300 unless told. */
  keptLines?: number;
}

/** A server of this checkout in a process of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Resolves when 'Brava is ready' was said; rejects with the last words when the process ends before. */
  ready: Promise<void>;
  /** How it ended; never rejects. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** The last lines of its output. */
  lines: readonly string[];
  /** Sends a signal to this one process. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it in good order, or by the signal given, and waits until it has ended. Repeating it does nothing. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs `node server/main.ts` with quick alerts. Returns at once: wait for `ready`, or kill it before. */
export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const child = spawn(
    process.execPath,
    ['--import', new URL('quick-pace.ts', import.meta.url).href, 'server/main.ts'],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PORT: String(options.port),
        LOG_LEVEL: 'warn',
        ...options.environment,
      },
      // Out of the test runner's group: Ctrl+C there must not reach it before the test's own clean-up.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const { keptLines = usuallyKeptLines } = options;
  const { pid } = child;
  if (pid === undefined) throw new Error('The server could not be spawned.');
  const lines: string[] = [];
  const isReady = Promise.withResolvers<void>();
  isReady.promise.catch(() => undefined);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.split('\n').filter(Boolean));
      lines.splice(0, lines.length - keptLines);
      if (text.includes('Brava is ready')) isReady.resolve();
    });
  }
  const exited = once(child, 'exit').then(([code, signal]) => {
    isReady.reject(new Error(`The server ended (${code ?? signal}). Its last lines:\n${lines.join('\n')}`));
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });
  return {
    url: `http://127.0.0.1:${options.port}`,
    pid,
    ready: isReady.promise,
    exited,
    lines,
    signal: (signal) => void child.kill(signal),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
    },
  };
}
