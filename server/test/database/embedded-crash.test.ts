import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readPostmasterPid } from '#server/postgres/embedded/postmaster-pid.ts';
import { query } from '#server/test/database-address.ts';
import { useDataFolder, type ServerProcess } from './embedded-fixture.ts';

const folder = useDataFolder();

async function serverThatWrites(): Promise<{ server: ServerProcess; postmasterPid: number }> {
  await folder.makeCluster();
  const server = folder.startProcess();
  await expect.poll(() => server.numbers.length, { timeout: 10_000 }).toBeGreaterThan(50);
  const note = await readPostmasterPid(folder.cluster);
  return { server, postmasterPid: note?.pid ?? 0 };
}

async function writtenNumbers(connectionString: string): Promise<unknown[]> {
  const rows = await query(connectionString, 'SELECT number FROM rows ORDER BY number');
  return rows.map(({ number }) => number);
}

test('after a kill that left PostgreSQL alive, the next start takes over and has every acknowledged row', async () => {
  const { server, postmasterPid } = await serverThatWrites();
  await server.kill();
  expect(process.kill(postmasterPid, 0)).toBe(true);
  const log = vi.fn<(line: string) => void>();
  const { connectionString } = await folder.start({ log });
  expect(log).toHaveBeenCalledWith(expect.stringContaining(`process ${postmasterPid}`));
  expect(await writtenNumbers(connectionString)).toEqual(expect.arrayContaining(server.numbers));
});

test('a PostgreSQL that was stopped and left alive is woken and ended by the next start', async () => {
  const { server, postmasterPid } = await serverThatWrites();
  process.kill(postmasterPid, 'SIGSTOP');
  await server.kill();
  const startedAt = performance.now();
  const { connectionString } = await folder.start();
  // Without a waking signal it would be waited for in vain, and the start refused.
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  expect(await writtenNumbers(connectionString)).toEqual(expect.arrayContaining(server.numbers));
});

test('after a kill of PostgreSQL as well, every acknowledged row is there', async () => {
  const { server, postmasterPid } = await serverThatWrites();
  await server.kill();
  process.kill(postmasterPid, 'SIGKILL');
  const { connectionString } = await folder.start();
  expect(await writtenNumbers(connectionString)).toEqual(expect.arrayContaining(server.numbers));
});

/** True once initdb, in its own folder, has come as far as this file. */
function initdbWrote(file: string): boolean {
  const names = existsSync(folder.dataDir) ? readdirSync(folder.dataDir) : [];
  return names.some((name) => name.startsWith('cluster.new') && existsSync(join(folder.dataDir, name, file)));
}

test.each([
  ['initdb begins', () => initdbWrote('pg_wal')],
  ['initdb has written its control file', () => initdbWrote('global/pg_control')],
  ['initdb has copied the databases', () => initdbWrote('base/5')],
  ['the cluster has its name', () => existsSync(folder.cluster)],
  ['PostgreSQL notes its pid', () => existsSync(join(folder.cluster, 'postmaster.pid'))],
])('after a kill in the first start, when %s, the next start works', async (_, reached) => {
  const server = folder.startProcess();
  await vi.waitUntil(reached, { timeout: 10_000, interval: 1 });
  await server.kill();
  const { connectionString } = await folder.start();
  expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a PostgreSQL that dies is reported, and the next start recovers', async () => {
  const onExit = vi.fn<(exit: unknown) => void>();
  await folder.makeCluster();
  const first = await folder.start({ onExit });
  const note = await readPostmasterPid(folder.cluster);
  process.kill(note?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => onExit.mock.calls).toEqual([[{ code: null, signal: 'SIGKILL' }]]);
  await first.stop();
  const { connectionString } = await folder.start();
  expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
