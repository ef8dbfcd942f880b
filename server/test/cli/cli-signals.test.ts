import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { processState } from '#server/postgres/embedded/process-state.ts';
import { createInstallation, runProgram } from '#server/test/cli-fixture.ts';
import { forFile } from '#server/test/for-file.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let backup: string;
const place = forFile(createInstallation);
beforeAll(async () => {
  backup = join(place.folder, 'brava.backup');
  const brava = await place.startServer();
  await brava.stop();
  const run = await place.run('backup', backup);
  if (run.code !== 0) throw new Error(run.err);
});

/** Sends the signal once the command's PostgreSQL is up; returns that one's process too. */
async function interrupt(
  args: readonly string[],
  { signal, clusterOf }: { signal: NodeJS.Signals; clusterOf: (pid: number) => string },
) {
  let postmaster = 0;
  const killWhen = (pid: number): boolean => {
    const file = join(clusterOf(pid), 'postmaster.pid');
    if (!existsSync(file) || !readFileSync(file, 'utf8').includes('ready')) return false;
    postmaster = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return true;
  };
  const { DATABASE_URL: _, ...environment } = place.environment();
  const run = await runProgram(['cli/brava.ts', ...args], environment, { killWhen, signal });
  expect(postmaster, run.err).toBeGreaterThan(0);
  return { ...run, postmaster };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  'a check of a back-up that is ended by %s leaves neither a PostgreSQL nor a copy of the database',
  async (signal, code) => {
    let scratch = '';
    const clusterOf = (pid: number): string =>
      join((scratch = join(tmpdir(), `brava-check-${pid}`)), 'postgres', 'cluster');
    const run = await interrupt(['backup', 'check', backup], { signal, clusterOf });
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).not.toMatch(/Error| at .*:\d+/);
    expect(await processState(run.postmaster)).not.toBe('running');
    expect(existsSync(scratch)).toBe(false);
  },
);

test('a command that is ended while it has the embedded database open stops it', async () => {
  const dataDir = join(place.folder, 'data', 'postgres');
  await (await startEmbeddedPostgres({ dataDir })).stop();
  const run = await interrupt(['reconcile'], {
    signal: 'SIGINT',
    clusterOf: () => join(dataDir, 'cluster'),
  });
  expect(run).toMatchObject({ code: 130, out: '' });
  expect(run.err).not.toMatch(/Error| at .*:\d+/);
  expect(await processState(run.postmaster)).not.toBe('running');
  expect(await readdir(join(dataDir, 'cluster'))).not.toContain('postmaster.pid');
});
