import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Processes whose command line names a folder, as `pid parent command`: its PostgreSQL, for one. Children of such a
 * process are left out: for a moment after the fork they carry their parent's command line.
 */
export async function listProcessesOf(folder: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-axww', '-o', 'pid=,ppid=,args=']);
  const lines = stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes(folder));
  const pids = new Set(lines.map((line) => line.split(/\s+/)[0]));
  return lines.filter((line) => !pids.has(line.split(/\s+/)[1]));
}
