import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findPgBinaries } from '#server/postgres/embedded/pg-binaries.ts';
import { readPostmasterPid, stopPostmaster } from '#server/postgres/embedded/postmaster-pid.ts';
import { findRunningDatabase } from '#server/postgres/embedded/running-database.ts';
import { processState } from '#server/postgres/embedded/process-state.ts';
import { chooseRunAs } from '#server/postgres/embedded/run-as.ts';
import { socketConnectionString } from '#server/postgres/embedded/socket-folder.ts';
import { query } from '#server/test/database-address.ts';
import { useDataFolder } from './embedded-fixture.ts';

const folder = useDataFolder();

async function startedDatabase(): Promise<unknown> {
  const { connectionString } = await folder.start();
  const rows = await query(connectionString, 'SELECT current_database() AS name');
  return rows[0]?.['name'];
}

test('a second server learns the folder and the process that has it, and the first goes on', async () => {
  const first = folder.startProcess();
  await expect.poll(() => first.numbers.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const second = folder.startProcess();
  expect(await second.ended()).toMatch(
    new RegExp(`${folder.dataDir} is already in use.*process ${first.pid}\\b`),
  );
  const before = first.numbers.length;
  await expect.poll(() => first.numbers.length).toBeGreaterThan(before);
});

test('a second start in the same process is refused until the first has stopped', async () => {
  await folder.makeCluster();
  const first = await folder.start();
  await expect(folder.start()).rejects.toMatchObject({ code: 'folder_in_use' });
  await first.stop();
  expect(await startedDatabase()).toBe('brava');
});

test('a PostgreSQL that somebody else started on the folder is left alone and named', async () => {
  await folder.makeCluster();
  const { postgres } = await findPgBinaries();
  const runAs = await chooseRunAs(postgres, folder.dataDir);
  const { file, args, options } = runAs.wrap(postgres, [
    '-D',
    folder.cluster,
    '-h',
    '',
    '-k',
    folder.dataDir,
  ]);
  const other = spawn(file, args, { ...options, stdio: 'ignore' });
  await expect
    .poll(async () => (await readPostmasterPid(folder.cluster))?.status, { timeout: 5_000 })
    .toBe('ready');
  await expect(folder.start()).rejects.toMatchObject({
    code: 'folder_in_use',
    message: expect.stringContaining(`process ${other.pid}`),
  });
  expect(other.exitCode).toBeNull();
  await stopPostmaster(other.pid ?? 0, folder.cluster);
});

test('a PostgreSQL that runs and takes no connection is not taken for one that is away', async () => {
  await folder.makeCluster();
  const { connectionString } = await folder.start();
  expect(await findRunningDatabase(folder.dataDir)).toBe(connectionString);
  const superuser = socketConnectionString(join(folder.dataDir, 'socket'), 'postgres', 'postgres');
  await query(superuser, 'ALTER DATABASE brava ALLOW_CONNECTIONS false');
  await expect(findRunningDatabase(folder.dataDir)).rejects.toMatchObject({
    code: 'no_connection',
    message: expect.stringMatching(
      /^PostgreSQL runs on .*, but takes no connection: .*not currently accepting/,
    ),
  });
});

test('a PostgreSQL whose first start has yet to make role and database counts as none, until it has', async () => {
  await folder.makeCluster();
  const { connectionString } = await folder.start();
  const superuser = socketConnectionString(join(folder.dataDir, 'socket'), 'postgres', 'postgres');
  for (const made of ['ROLE', 'DATABASE']) {
    await query(superuser, `ALTER ${made} brava RENAME TO not_yet`);
    expect(await findRunningDatabase(folder.dataDir)).toBeNull();
    await query(superuser, `ALTER ${made} not_yet RENAME TO brava`);
    expect(await findRunningDatabase(folder.dataDir)).toBe(connectionString);
  }
});

async function noteThatNames(pid: number): Promise<void> {
  const lines = [
    pid,
    folder.cluster,
    1_700_000_000,
    5432,
    folder.dataDir,
    '',
    '  1234  5678',
    'ready   ',
    '',
  ];
  await writeFile(join(folder.cluster, 'postmaster.pid'), lines.join('\n'), { mode: 0o600 });
}

test('a noted pid that now belongs to another program does not hinder, and that program lives on', async () => {
  await folder.makeCluster();
  const bystander = spawn('sleep', ['60']);
  await noteThatNames(bystander.pid ?? 0);
  expect(await startedDatabase()).toBe('brava');
  expect(bystander.kill('SIGKILL')).toBe(true);
});

test('a noted pid that is a zombie does not hinder', async () => {
  await folder.makeCluster();
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60']);
  const [pid] = await once(parent.stdout, 'data');
  await expect.poll(() => processState(Number(pid))).toBe('zombie');
  await noteThatNames(Number(pid));
  expect(await startedDatabase()).toBe('brava');
  expect(await processState(Number(pid))).toBe('zombie');
  parent.kill('SIGKILL');
});

test('a note that was cut short does not hinder', async () => {
  await folder.makeCluster();
  await writeFile(join(folder.cluster, 'postmaster.pid'), '');
  expect(await startedDatabase()).toBe('brava');
});

test('the data of another major version is refused by both numbers', async () => {
  await folder.makeCluster();
  await writeFile(join(folder.cluster, 'PG_VERSION'), '17\n');
  const { major } = await findPgBinaries();
  await expect(folder.start()).rejects.toMatchObject({
    code: 'version_differs',
    message: expect.stringMatching(new RegExp(`PostgreSQL 17;.*PostgreSQL ${major}\\.`)),
  });
});

test('a folder whose path is too long for a socket works', async () => {
  folder.dataDir = join(folder.dataDir, 'a long path '.repeat(10), 'with \'quotes\', 100 % & "more"');
  folder.cluster = join(folder.dataDir, 'cluster');
  expect(await startedDatabase()).toBe('brava');
  expect(existsSync(join(folder.dataDir, 'socket'))).toBe(false);
});

test('a folder with a name out of the ordinary works', async () => {
  folder.dataDir = join(folder.dataDir, 'é, \'x\' %20 & "y"');
  folder.cluster = join(folder.dataDir, 'cluster');
  expect(await startedDatabase()).toBe('brava');
  expect(existsSync(join(folder.dataDir, 'socket'))).toBe(true);
});

test('a database that may lose commits is refused, and nothing stays running', async () => {
  await folder.makeCluster();
  const first = await folder.start();
  await query(first.connectionString, 'ALTER DATABASE brava SET synchronous_commit = off');
  await first.stop();
  await expect(folder.start()).rejects.toMatchObject({
    code: 'not_durable',
    message: expect.stringContaining('synchronous_commit'),
  });
  expect(await readPostmasterPid(folder.cluster)).toBeUndefined();
});

test('the log of a new cluster comes in pieces that keep no commit waiting', async () => {
  await folder.makeCluster();
  const { connectionString } = await folder.start();
  const [row] = await query(connectionString, 'SHOW wal_segment_size');
  expect(row).toEqual({ wal_segment_size: '1MB' });
});

test('durable settings win over those of the folder', async () => {
  await folder.makeCluster();
  await writeFile(join(folder.cluster, 'postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n');
  const { connectionString } = await folder.start();
  expect(await query(connectionString, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
});

test('a folder that was moved while it was stopped works', async () => {
  await folder.makeCluster();
  await rename(folder.dataDir, `${folder.dataDir}-moved`);
  folder.dataDir += '-moved';
  folder.cluster = join(folder.dataDir, 'cluster');
  expect(await startedDatabase()).toBe('brava');
});

test.each(['a file', 'a dangling link'])('a folder that is %s is named with its setting', async (what) => {
  const place = dirname(folder.dataDir);
  const wrong = join(place, 'wrong');
  await (what === 'a file' ? writeFile(wrong, '') : symlink(join(place, 'gone', 'disk'), wrong));
  for (const dataDir of [wrong, join(wrong, 'postgres')])
    await expect(folder.start({ dataDir })).rejects.toMatchObject({
      code: 'no_folder',
      message: expect.stringMatching(`^${dataDir} is no folder, .*not mounted.*DATA_DIR`),
    });
});

test('a start that is given up leaves the folder free', async () => {
  const giveUp = new AbortController();
  const log = vi.fn<() => void>(() => giveUp.abort());
  await expect(folder.start({ log, signal: giveUp.signal })).rejects.toThrow(/abort/i);
  expect(await startedDatabase()).toBe('brava');
});

test('a failed start says what PostgreSQL said', async () => {
  await folder.makeCluster();
  await writeFile(join(folder.cluster, 'pg_hba.conf'), 'nonsense\n');
  await expect(folder.start()).rejects.toMatchObject({
    code: 'start_failed',
    message: expect.stringContaining('pg_hba'),
  });
});
