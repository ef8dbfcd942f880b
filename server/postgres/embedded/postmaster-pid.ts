import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { commandLine, processState } from './process-state.ts';

/** Marks a postmaster's command line as started by us. */
export const OUR_MARK = 'cluster_name=brava';

const POLL_MS = 10;
const STOP_WAIT_MS = 15_000;

/** What PostgreSQL notes about itself in `postmaster.pid`; `pid` is null if the file is cut short. */
type PostmasterNote = { pid: number | null; status: string };

/** Reads `postmaster.pid` of a cluster; undefined when there is none. */
export async function readPostmasterPid(cluster: string): Promise<PostmasterNote | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  // A server in single-user mode notes its pid as a negative number.
  const pid = Math.abs(Number(lines[0]));
  return { pid: Number.isSafeInteger(pid) && pid > 0 ? pid : null, status: (lines[7] ?? '').trim() };
}

/**
 * Makes sure that no postmaster runs on the cluster. The caller must hold the data folder's lock.
 *
 * | postmaster.pid names | what happens |
 * |---|---|
 * | nothing, or is cut short | the file is removed |
 * | a process that is gone | nothing: PostgreSQL replaces the file |
 * | a zombie | nothing: it has ended, whether or not its parent ever collects it |
 * | a postmaster of ours, left by a killed server | stops it, keeping everything it acknowledged |
 * | a postmaster that we did not start | throws `folder_in_use` |
 * | any other process: the number was given anew | nothing: see the result |
 *
 * Returns the pid in the file. Handed on as PG_GRANDPARENT_PID it makes PostgreSQL take the file for a
 * stale one, yet keep its own last guard: the check that no left-over process uses the old shared memory.
 */
export async function clearPostmaster(
  cluster: string,
  log: (line: string) => void,
): Promise<number | undefined> {
  const note = await readPostmasterPid(cluster);
  if (!note) return undefined;
  if (note.pid === null) {
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    return undefined;
  }
  if ((await processState(note.pid)) === 'running') await stopIfPostmaster(note.pid, cluster, log);
  return note.pid;
}

async function stopIfPostmaster(pid: number, cluster: string, log: (line: string) => void): Promise<void> {
  const owner = await ownerOf(pid, cluster);
  if (owner === 'another program') return;
  if (owner === 'postmaster of somebody else') {
    throw new DatabaseSetupError(
      'folder_in_use',
      `A PostgreSQL that Brava did not start (process ${pid}) is running on ${cluster}. Stop it first: kill ${pid}`,
    );
  }
  log(`Stopping the PostgreSQL that a killed server left running (process ${pid})`);
  await stopPostmaster(pid, cluster);
}

/**
 * Ends a postmaster, also one that was stopped (SIGSTOP): connections are closed and everything is written out; if that
 * takes longer than 15 s it stops at once, which costs a recovery at the next start but no data. Never SIGKILL, which
 * would leave its children behind. Returns at once when it has ended already.
 */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!sendSignal(pid, signal, cluster)) return;
    sendSignal(pid, 'SIGCONT', cluster);
    if (await hasEndedWithin(pid, STOP_WAIT_MS)) return;
  }
  throw new DatabaseSetupError(
    'folder_in_use',
    `PostgreSQL (process ${pid}) on ${cluster} does not stop. End it by "kill -9 ${pid}", which loses nothing that it ` +
      'acknowledged, and start again. Where that does not help, its disk does not answer.',
  );
}

function sendSignal(pid: number, signal: NodeJS.Signals, cluster: string): boolean {
  try {
    return process.kill(pid, signal);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ESRCH') return false;
    const message = `PostgreSQL (process ${pid}) on ${cluster} belongs to another user. Stop it first, as that user: kill ${pid}`;
    throw new DatabaseSetupError('folder_in_use', message, { cause });
  }
}

async function hasEndedWithin(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += POLL_MS) {
    if ((await processState(pid)) !== 'running') return true;
    await delay(POLL_MS);
  }
  return false;
}

async function ownerOf(
  pid: number,
  cluster: string,
): Promise<'our postmaster' | 'postmaster of somebody else' | 'another program'> {
  const args = await commandLine(pid);
  if (!isPostmasterOn(args, cluster)) return 'another program';
  return args.join(' ').includes(OUR_MARK) ? 'our postmaster' : 'postmaster of somebody else';
}

/** True for `…/postgres … -D cluster …`, also while `unshare` is about to become it. */
function isPostmasterOn(args: string[], cluster: string): boolean {
  if (args.length === 1)
    return /\bpostgres\b/.test(args[0] ?? '') && `${args[0]} `.includes(`-D ${cluster} `);
  const at = args.indexOf('-D');
  return args[at + 1] === cluster && args.slice(0, at).some((arg) => basename(arg) === 'postgres');
}
