import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Its clock is its own: what runs beside it waits for real time. */
const lowPriority = 10;
/** Each step leaves much behind that is soon not needed: with room for it a run takes a sixth less of the processor. */
const roomForNew = '--max-semi-space-size=64';

/**
 * Runs the simulation in a Node of its own, because it takes over the clock and the network of the whole process.
 * `server` is any database of a PostgreSQL on which databases may be created.
 */
export async function runSimulation(
  server: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const running = promisify(execFile)(process.execPath, [roomForNew, main, '--server', server, ...args]);
  if (running.child.pid !== undefined) setPriority(running.child.pid, lowPriority);
  try {
    const { stdout } = await running;
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code: number; stdout?: string; stderr?: string };
    return { code, output: stdout + stderr };
  }
}
