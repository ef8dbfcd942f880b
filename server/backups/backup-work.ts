import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { BackupFailure, type BackupWork } from '#server/app/backups/backup-ports.ts';
import type { BackupFailureCode } from '#server/domain/backups/backup-schedule.ts';
import { type BackupPlace, type OpenBackupPlace, uncover } from './backup-place.ts';

/** What the process beside the server is told to do. It comes over the channel, where nobody else reads. */
export interface BackupJob {
  kind: 'write' | 'check';
  name: string;
  connectionString: string;
  place: OpenBackupPlace;
  scratch: string;
  reserveBytes: number;
}

/** How it ended. */
export type BackupJobEnd =
  | { bytes: number; rows: number }
  | { failure: { code: BackupFailureCode; message: string } };

const entry = fileURLToPath(new URL('backup-process.ts', import.meta.url));
/** What it has started, a PostgreSQL, is ended within that time. */
const graceMs = 4000;

/** Writes and checks in a process of its own with low priority, so that neither keeps the server from its work. */
export function createBackupWork(around: {
  connectionString: string;
  place: BackupPlace;
  /** A folder for what is only needed during a check. */
  scratch: string;
  reserveBytes: number;
}): BackupWork {
  const job = { ...around, place: uncover(around.place) };
  return {
    write: (name, signal) => run({ ...job, kind: 'write', name }, signal),
    check: async (name, signal) => void (await run({ ...job, kind: 'check', name }, signal)),
  };
}

async function run(job: BackupJob, signal: AbortSignal): Promise<{ bytes: number; rows: number }> {
  signal.throwIfAborted();
  const child = fork(entry, {
    // Of our own settings it needs none.
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir() },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl+C goes to the whole group: the server ends first, and tells it.
    detached: true,
  });
  // The last message comes before the end of the channel, which may come after the end of the process.
  const exited = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  const endIt = (): void => end(child);
  signal.addEventListener('abort', endIt, { once: true });
  try {
    let answer: BackupJobEnd | undefined;
    child.on('message', (message: BackupJobEnd) => (answer = message));
    child.send(job);
    const [[code]] = await exited;
    signal.throwIfAborted();
    if (answer === undefined)
      throw new BackupFailure('other', `The process that made the back-up ended by itself (${code}).`);
    if ('failure' in answer) throw new BackupFailure(answer.failure.code, answer.failure.message);
    return answer;
  } finally {
    signal.removeEventListener('abort', endIt);
  }
}

function end(child: ChildProcess): void {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.once('exit', () => clearTimeout(timer));
}
