import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresTool } from './postgres-tools.ts';

const run = promisify(execFile);
let measured: Promise<string> | undefined;

/**
 * How often a second this machine's disk makes a page of 8 KB last, as `pg_test_fsync` measures it for PostgreSQL's own
 * way (`fdatasync`), in words. Measured once a run, in the folder where the figures keep their databases.
 */
export function describeFsyncRate(): Promise<string> {
  return (measured ??= measure());
}

async function measure(): Promise<string> {
  const tool = await findPostgresTool('pg_test_fsync');
  if (tool === null) return 'pg_test_fsync not installed';
  const folder = await mkdtemp(join(tmpdir(), 'brava-fsync-'));
  try {
    const { stdout } = await run(tool, ['--secs-per-test=1', `--filename=${join(folder, 'page')}`]);
    const rate = /fdatasync\s+([\d.]+) ops\/sec/.exec(stdout)?.[1];
    return `pg_test_fsync ${rate === undefined ? 'without a result' : `${Math.round(Number(rate))} fdatasync/s`}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}
