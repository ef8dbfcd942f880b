import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `zombie`: ended, but not yet collected by its parent; it holds no memory and no file any more. */
export type ProcessState = 'running' | 'zombie' | 'gone';

/** Tells whether a process exists, also one of another user. Linux reads /proc, other systems ask `ps`. */
export async function processState(pid: number): Promise<ProcessState> {
  const letter = process.platform === 'linux' ? await stateFromProc(pid) : await fromPs(pid, 'stat=');
  if (!letter) return 'gone';
  return /^[ZXx]/.test(letter) ? 'zombie' : 'running';
}

/**
 * The arguments a process was started with, the program first; empty when it is gone.
 *
 * Outside Linux the arguments come as one string with spaces, because `ps` knows no better.
 */
export async function commandLine(pid: number): Promise<string[]> {
  if (process.platform !== 'linux') return [await fromPs(pid, 'command=')];
  const raw = await readOrEmpty(`/proc/${pid}/cmdline`);
  return raw.split('\0').slice(0, -1);
}

async function stateFromProc(pid: number): Promise<string> {
  const stat = await readOrEmpty(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets and may itself contain brackets and spaces.
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isGone(error)) return '';
    throw error;
  }
}

function isGone(error: unknown): boolean {
  // ESRCH: the process ended between opening and reading its file.
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
}

async function fromPs(pid: number, column: string): Promise<string> {
  const { stdout } = await run('ps', ['-ww', '-o', column, '-p', String(pid)]).catch((error: unknown) => {
    // `ps` answers 1 for a process that does not exist.
    if (error instanceof Error && 'code' in error && error.code === 1) return { stdout: '' };
    throw error;
  });
  return stdout.trim();
}
