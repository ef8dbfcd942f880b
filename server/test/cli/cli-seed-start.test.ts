import { access, chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { createInstallation, runProgram } from '#server/test/cli-fixture.ts';
import { forFile } from '#server/test/for-file.ts';

let words: string;
const place = forFile(createInstallation);
beforeAll(async () => {
  await (await place.startServer()).stop();
  words = await readFile(place.seedFile, 'utf8');
});

const foreign = `${'abandon '.repeat(23)}art\n`;

test.each([
  ['readable by others', () => chmod(place.seedFile, 0o644), /mode 644.*chmod 600/],
  ['truncated', () => writeFile(place.seedFile, words.slice(0, 40)), /holds \d words. A master seed has 24/],
  ['not words at all', () => writeFile(place.seedFile, 'x '.repeat(24)), /no valid BIP-39 phrase/],
  [
    'of another installation',
    () => writeFile(place.seedFile, foreign),
    /belongs to another master seed.*SEED_FILE/,
  ],
  [
    'encrypted with a passphrase that is not there',
    () => writeFile(place.seedFile, 'brava-sealed 1'),
    /Set SEED_PASSPHRASE/,
  ],
  ['gone', () => rename(place.seedFile, `${place.seedFile}.away`), /no master seed.*brava -- seed import/],
])(
  'a server whose seed file is %s does not start, says what to do, and touches nothing',
  async (_name, spoil, sentence) => {
    await spoil();
    const file = await readFile(place.seedFile, 'utf8').catch(() => null);
    const before = await place.query(
      'select i::text, (select count(*)::int from processes) as n from installation i',
    );
    try {
      await expect(place.startServer()).rejects.toThrow(sentence);
      expect(await readFile(place.seedFile, 'utf8').catch(() => null)).toBe(file);
      expect(
        await place.query('select i::text, (select count(*)::int from processes) as n from installation i'),
      ).toEqual(before);
    } finally {
      await rm(`${place.seedFile}.away`, { force: true });
      await writeFile(place.seedFile, words);
      await chmod(place.seedFile, 0o600);
    }
  },
);

test('a seed that is there and cannot be opened is one problem of doctor, which asks for no other seed', async () => {
  await writeFile(place.seedFile, 'brava-sealed 1');
  const { code, out } = await place.run('doctor');
  await writeFile(place.seedFile, words);
  expect([code, out]).toEqual([1, expect.stringMatching(/master seed cannot be used[^]*\n1 problem, /)]);
  expect(out).not.toContain('seed import');
});

test('with the right seed back in its place the server starts', async () => {
  const brava = await place.startServer();
  expect((await fetch(`${brava.url}/api/config`)).status).toBe(200);
  await brava.stop();
});

/** What tells whether anything was migrated, and how the migrations went. */
const listMigrations = (): Promise<unknown[]> =>
  place.query('select * from schema_migrations order by number');

test('a database of an older version stays at its version when the seed is another one', async () => {
  await place.query(
    'delete from schema_migrations where number = (select max(number) from schema_migrations)',
  );
  const before = await listMigrations();
  await writeFile(place.seedFile, foreign);
  await expect(place.startServer()).rejects.toThrow(/belongs to another master seed/);
  const recover = await place.run('recover');
  expect(recover).toMatchObject({ code: 1 });
  expect(recover.err).toMatch(/belongs to another master seed/);
  expect(await listMigrations()).toEqual(before);
});

test.each([['reconcile'], ['admin', 'list'], ['user', 'list'], ['backup']])(
  '%s leaves a database of an older version as it is, and says what to do',
  async (...args) => {
    const before = await listMigrations();
    expect(await place.run(...args)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /of an older version of Brava, and nothing was changed.*back-up.*start the server/,
      ),
    });
    expect(await listMigrations()).toEqual(before);
  },
);

test('a seed that cannot be used leaves an empty database empty, and makes no folder beside it', async () => {
  await writeFile(place.seedFile, words);
  await chmod(place.seedFile, 0o644);
  await place.query('drop schema public cascade; create schema public');
  await expect(place.startServer()).rejects.toThrow(/chmod 600/);
  const early = { code: 1, err: expect.stringContaining('No server has started on this database yet') };
  expect(await place.run('user', 'list')).toMatchObject(early);
  expect(await place.query(`select tablename from pg_tables where schemaname = 'public'`)).toEqual([]);

  const { DATABASE_URL: _database, SOLANA_RPC_URL: _rpc, SOLANA_WS_URL: _ws, ...own } = place.environment();
  const dataDir = join(place.folder, 'data of a first start');
  const server = await runProgram(['server/main.ts'], { ...own, DATA_DIR: dataDir });
  expect(server).toMatchObject({ code: 1 });
  expect(server.err).toMatch(/chmod 600/);
  await expect(access(dataDir)).rejects.toThrow('ENOENT');
});

test('an empty database under a seed that has served another one is no first start: doctor and the server say what to do', async () => {
  await chmod(place.seedFile, 0o600);
  await place.loseDatabase();
  const { code, out } = await place.run('doctor');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /No server has started on this database yet\n.*warning .*has served a database before\n.*start no server: .*restore/i,
    ),
  ]);
  const lines: string[] = [];
  const log = new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) });
  const start = async (): Promise<void> => (await place.startServer(pino({ level: 'warn' }, log))).stop();
  const warnings = (): string[] => lines.filter((line) => line.includes('has served another one before'));
  await start();
  expect(warnings()).toEqual([expect.stringMatching(/stop the server .*-- restore, .*-- recover/)]);
  await start();
  expect(warnings()).toHaveLength(1);
  expect((await place.run('doctor')).out).not.toContain('has served');
});
