import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Processes whose command line names a folder, as `pid command`: its PostgreSQL, for one. */
export async function listProcessesOf(folder: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-axww', '-o', 'pid=,args=']);
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes(folder));
}
