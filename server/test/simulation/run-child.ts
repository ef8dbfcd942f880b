import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/**
 * Runs the simulation in a Node of its own, because it takes over the clock and the network of the whole process.
 * `server` is any database of a PostgreSQL on which databases may be created.
 */
export async function runSimulation(
  server: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--server', server, ...args]);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code: number; stdout?: string; stderr?: string };
    return { code, output: stdout + stderr };
  }
}
