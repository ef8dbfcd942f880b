import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { OUR_MARK, readPostmasterPid, stopPostmaster } from './postmaster-pid.ts';
import type { RunAs } from './run-as.ts';
import { SOCKET_PORT } from './socket-folder.ts';

const POLL_MS = 10;
const LOG_TAIL_BYTES = 4_000;
const LOG_ROTATE_BYTES = 5_000_000;

/** All that a postmaster needs; `predecessor` is what `clearPostmaster` returned. */
export type PostmasterOptions = {
  postgres: string;
  runAs: RunAs;
  cluster: string;
  socketFolder: string;
  logFile: string;
  predecessor: number | undefined;
};

/** How a postmaster ended, as Node reports it. */
export type PostmasterExit = { code: number | null; signal: NodeJS.Signals | null };

/** A running postmaster that is a child of this process. */
export type Postmaster = {
  /** Resolves when it has ended, for whatever reason; never rejects. */
  exited: Promise<PostmasterExit>;
  /** Resolves when it takes connections, however long its recovery lasts. Throws `start_failed` with its last words. */
  ready(signal?: AbortSignal): Promise<void>;
  /** Ends it in good order. Safe to repeat and after it has ended. */
  stop(): Promise<void>;
};

/** Starts a postmaster on a cluster that no other one uses. It outlives this process only if that is killed. */
export async function launchPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { logFile, cluster } = options;
  await rotate(logFile);
  const log = await open(logFile, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const child = spawnPostgres(options, log.fd);
  const exited = exitOf(child);
  try {
    await once(child, 'spawn');
  } finally {
    await log.close();
  }
  const pid = child.pid ?? 0;

  // A process.exit() somewhere must not leave the database running.
  const stopWithUs = (): void => void child.kill('SIGINT');
  process.once('exit', stopWithUs);
  void exited.then(() => process.off('exit', stopWithUs));

  return {
    exited,
    stop: async () => {
      if (hasEnded(child)) return;
      await stopPostmaster(pid, cluster);
      await exited;
    },
    ready: async (signal) => {
      while (await readPostmasterPid(cluster).then((note) => note?.pid !== pid || note.status !== 'ready')) {
        signal?.throwIfAborted();
        if (hasEnded(child)) throw await startFailure(logFile, logStart);
        await delay(POLL_MS);
      }
    },
  };
}

function spawnPostgres(
  { postgres, runAs, cluster, socketFolder, predecessor }: PostmasterOptions,
  logFd: number,
): ChildProcess {
  const settings = Object.entries(postgresSettings(socketFolder)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const { file, args, options } = runAs.wrap(postgres, ['-D', cluster, '-c', OUR_MARK, ...settings]);
  const grandparent = predecessor === undefined ? {} : { PG_GRANDPARENT_PID: String(predecessor) };
  return spawn(file, args, {
    ...options,
    // Its own process group: Ctrl-C in a terminal reaches us alone, and we stop it in good order.
    detached: true,
    env: { ...options.env, ...grandparent },
    stdio: ['ignore', logFd, logFd],
  });
}

/** On the command line, where they win over postgresql.conf and ALTER SYSTEM. */
function postgresSettings(socketFolder: string): Record<string, string> {
  return {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    min_wal_size: '64MB',
    huge_pages: 'off',
    // Containers often give /dev/shm 64 MB, which parallel queries exhaust; ours are short.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    io_method: 'sync',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Refused statements are the application's to report; here they would fill the disk.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
}

function exitOf(child: ChildProcess): Promise<PostmasterExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function startFailure(logFile: string, logStart: number): Promise<DatabaseSetupError> {
  const words = await readFrom(logFile, logStart);
  return new DatabaseSetupError(
    'start_failed',
    `PostgreSQL did not start. Its log (${logFile}) says:\n${words}`,
  );
}

async function readFrom(file: string, start: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(start, size - LOG_TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.subarray(0, bytesRead).toString('utf8').trim();
  } finally {
    await handle.close();
  }
}

async function rotate(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_ROTATE_BYTES) await rename(logFile, `${logFile}.1`);
}
