import { execFile } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { findPgBinaries } from '#server/postgres/embedded/pg-binaries.ts';
import { describeFsyncRate } from './fsync-rate.ts';

const run = promisify(execFile);

/** The machine and the versions that a result was measured with, in one line. */
export async function describeMachine(): Promise<string> {
  const { postgres } = await findPgBinaries();
  const { stdout } = await run(postgres, ['--version']);
  const cores = cpus();
  return [
    cores[0]?.model.trim() ?? 'unknown processor',
    `${cores.length} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${/[\d.]+/.exec(stdout)?.[0] ?? stdout.trim()}`,
    await describeFsyncRate(),
  ].join(', ');
}

/** The load averages of the machine over 1, 5 and 15 minutes. */
export function describeLoad(): string {
  return loadavg()
    .map((load) => load.toFixed(2))
    .join(' ');
}
