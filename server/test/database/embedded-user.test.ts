import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readPostmasterPid } from '#server/postgres/embedded/postmaster-pid.ts';
import { chooseRunAs } from '#server/postgres/embedded/run-as.ts';
import { query } from '#server/test/database-address.ts';
import { useDataFolder } from './embedded-fixture.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.geteuid?.() === 0;
/** False where the project lies below a folder that only root may enter. */
const nobodyCanRunNode = isRoot && spawnSync(process.execPath, ['--version'], NOBODY).status === 0;
/** False in many containers. */
const hasNamespaces = isRoot && spawnSync('/bin/sh', ['-c', 'unshare --user true']).status === 0;

const folder = useDataFolder();

afterEach(() => {
  vi.unstubAllEnvs();
});

async function ownerOf(path: string): Promise<number> {
  return (await stat(path)).uid;
}

async function expectStartWorks(): Promise<void> {
  const postgres = await folder.start();
  expect(await query(postgres.connectionString, 'SELECT current_database() AS name')).toEqual([
    { name: 'brava' },
  ]);
  await postgres.stop();
}

async function giveParentTo(ids: { uid: number; gid: number }): Promise<void> {
  await chown(dirname(folder.dataDir), ids.uid, ids.gid);
}

test('what reaches the database cannot reach the files of the machine', async () => {
  const { connectionString } = await folder.start();
  await expect(query(connectionString, `COPY (SELECT 1) TO '/tmp/brava-copy'`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(query(connectionString, `SELECT pg_read_file('/etc/passwd')`)).rejects.toThrow(
    /permission denied/,
  );
});

test.runIf(hasNamespaces)(
  'root’s PostgreSQL has none of root’s capabilities, and the data stays root’s',
  async () => {
    await folder.start();
    const note = await readPostmasterPid(folder.cluster);
    const status = await readFile(`/proc/${note?.pid}/status`, 'utf8');
    expect(/CapEff:\s*(\S+)/.exec(status)?.[1]).toMatch(/^0+$/);
    expect(await ownerOf(folder.cluster)).toBe(0);
  },
);

test.runIf(nobodyCanRunNode)(
  'root without user namespaces gives the data to an unprivileged user',
  async () => {
    vi.stubEnv('PATH', '/nowhere');
    await chmod(dirname(folder.dataDir), 0o755);
    await expectStartWorks();
    expect(await ownerOf(folder.cluster)).toBe(NOBODY.uid);
  },
);

test.runIf(nobodyCanRunNode && hasNamespaces)(
  'data that was given away comes back with its folder',
  async () => {
    await chmod(dirname(folder.dataDir), 0o755);
    vi.stubEnv('PATH', '/nowhere');
    await expectStartWorks();
    vi.unstubAllEnvs();
    await chown(folder.dataDir, 0, 0);
    await expectStartWorks();
    expect(await ownerOf(join(folder.cluster, 'PG_VERSION'))).toBe(0);
  },
);

test.runIf(isRoot)('where no other user may run the programs, the refusal says what to do', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await mkdir(folder.dataDir);
  const program = join(await mkdtemp(`${folder.dataDir}-private-`), 'postgres');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  await expect(chooseRunAs(program, folder.dataDir)).rejects.toMatchObject({
    code: 'root_impossible',
    message: expect.stringMatching(/normal user.*DATABASE_URL/),
  });
});

test.runIf(nobodyCanRunNode)(
  'a normal user’s data stays theirs when root starts once in between',
  async () => {
    await giveParentTo(NOBODY);
    await expectServerOf(NOBODY);
    await expectStartWorks();
    expect(await ownerOf(folder.cluster)).toBe(NOBODY.uid);
    await expectServerOf(NOBODY);
  },
);

test.runIf(nobodyCanRunNode)('a normal user is told whose the data is', async () => {
  await chmod(dirname(folder.dataDir), 0o755);
  await expectStartWorks();
  const server = folder.startProcess(NOBODY);
  expect(await server.ended()).toMatch(/folder_not_ours/);
});

test.runIf(nobodyCanRunNode)(
  'a normal user is told that a folder of theirs cannot be written to',
  async () => {
    await giveParentTo(NOBODY);
    await mkdir(folder.dataDir);
    await chown(folder.dataDir, NOBODY.uid, NOBODY.gid);
    await chmod(folder.dataDir, 0o555);
    expect(await folder.startProcess(NOBODY).ended()).toMatch(/folder_not_writable/);
    await rmdir(folder.dataDir);
    await chmod(dirname(folder.dataDir), 0o555);
    expect(await folder.startProcess(NOBODY).ended()).toMatch(/folder_not_writable/);
  },
);

async function expectServerOf(user: { uid: number; gid: number }): Promise<void> {
  const server = folder.startProcess(user);
  await expect.poll(() => server.numbers.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await server.kill();
}
