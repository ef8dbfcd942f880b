import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrationLock } from '#server/postgres/migrate/migrate.ts';
import { createSolana } from '#server/solana/create-solana.ts';
import { readEpoch, readKeyMarks } from '#server/solana/key-epoch.ts';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { loadSeed } from '#server/solana/seed-file.ts';
import { createInstallation, runProgram } from '#server/test/cli-fixture.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { mountSmallDisk, whyNoSmallDisk } from '#server/test/faults/small-disk.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';

const kept = [
  'users',
  'key_counters',
  'sessions',
  'donations',
  'chain_entries',
  'sweeps',
  'alerts',
  'audit',
  'reading_groups',
];

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let file: string;
let before: Record<string, QueryResultRow[]>;
let name = '';
/** Of the database that was backed up. */
let keyEpoch: number;
let later: { address: string; wallet: string };

async function dump(): Promise<Record<string, QueryResultRow[]>> {
  const tables: Record<string, QueryResultRow[]> = {};
  for (const table of kept)
    tables[table] = await place.query(`select t::text as row from ${table} t order by 1`);
  return tables;
}

const place = forFile(createInstallation);
beforeAll(async () => {
  file = join(place.folder, 'brava.backup');
  const brava = await place.startServer();
  const streamer = await registerStreamer(brava.url);
  const create = () => call(brava.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
  for (const message of ['one', 'two', 'three']) {
    const { id } = await create();
    await call(brava.url, 'sandboxPay', { body: { donationId: id, amount: 0.02 } });
    await place.query(`update donations set message = '${message} ✓ \\ tab\tline\n' where id = '${id}'`);
  }
  await create();
  await vi.waitUntil(
    async () => {
      const [row] = await place.query(`select count(*)::int as n from donations where swept_at is not null
        and not exists (select 1 from sweep_jobs)`);
      return row?.['n'] === 3;
    },
    { timeout: 20_000, interval: 100 },
  );
  await place.query(`
    with made as (
      insert into reading_groups (newest_expires_at, next_read_at) values (now(), now() + interval '1 hour') returning id
    )
    update watches set group_id = made.id, next_read_at = '9999-01-01T00:00:00Z' from made where not is_open`);
  before = await dump();
  keyEpoch = await readEpoch(place.seedFile);
  // As the server makes them by itself: what is restored below is one of those.
  const run = await place.run('backup');
  if (run.code !== 0) throw new Error(run.err);
  name = /brava-\S+\.backup/.exec(run.out)?.[0] ?? '';
  await copyFile(join(place.folder, 'data', 'backups', name), file);
  // Money that only the chain knows of after the database is lost.
  const { walletAddress } = await create();
  await brava.stop();
  await payFromFaucet(place.sandbox.url, walletAddress, 7_000_000);
  later = { address: walletAddress, wallet: streamer.user.walletAddress };
});

describe('a back-up', () => {
  test('holds no key and is for its owner alone', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const seed = await readFile(place.seedFile, 'utf8');
    expect((await readFile(file)).includes(seed.trim())).toBe(false);
  });

  test('is listed, and proven once more by its name, without a database that it could touch', async () => {
    const list = await place.run('backups');
    expect(list.out).toMatch(new RegExp(`${name} +[0-9.]+ kB +good`));
    expect(list.out).toContain('1 file in ');
    await place.query(`insert into backup_runs (id, place, host, file, started_at, failed_at, failure)
      select gen_random_uuid(), 'here', 'x', 'brava-failed-' || n, now(), now(), 'other' from generate_series(1, 60) n`);
    expect((await place.run('backups')).out).toMatch(new RegExp(`${name} +[0-9.]+ kB +good`));
    await place.query("delete from backup_runs where file like 'brava-failed-%'");
    const check = await place.run('backup', 'check', name);
    expect(check).toMatchObject({ code: 0, out: expect.stringMatching(/^Good: \d+ rows of 20/) });
    const wrong = await place.run('backup', 'check', place.seedFile);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/No good back-up: .*is no back-up/) });
  });

  test('never replaces a file', async () => {
    const run = await place.run('backup', file);
    expect(run).toMatchObject({ code: 1 });
    expect(run.err).toMatch(/exists already/);
  });

  test('into a folder that does not exist names that folder', async () => {
    const missing = join(place.folder, 'missing');
    const run = await place.run('backup', join(missing, 'x.backup'));
    expect(run).toMatchObject({ code: 1, err: `There is no folder ${missing}.\n` });
  });

  test.skipIf(whyNoSmallDisk() !== null)('on a full disk says so, and leaves nothing there', async () => {
    const disk = await mountSmallDisk(1);
    try {
      await disk.fill();
      const before = await readdir(disk.folder);
      const path = join(disk.folder, 'x.backup');
      expect(await place.run('backup', path)).toMatchObject({
        code: 1,
        err: `${path} cannot be written: no space is left on its disk. Make some, or choose another place.\n`,
      });
      expect(await readdir(disk.folder)).toEqual(before);
    } finally {
      await disk.unmount();
    }
  });

  test.each([
    ['cut off', async (path: string) => truncate(path, (await stat(path)).size - 20)],
    ['changed in one byte', flipByte],
    ['something else', async (path: string) => writeFile(path, 'not a back-up')],
  ])('that is %s is refused before anything is touched', async (_name, spoil) => {
    const spoilt = join(place.folder, 'spoilt.backup');
    await copyFile(file, spoilt);
    await spoil(spoilt);
    const run = await place.run('restore', spoilt, '--replace', '--yes');
    expect(run).toMatchObject({ code: 1 });
    expect(run.err).toMatch(/damaged|no back-up/);
    expect(run.err).not.toMatch(/ at .*:\d+/);
    expect(await dump()).toMatchObject({ users: before['users'] });
  });

  test.each([
    [
      'another seed',
      { MASTER_SEED: `${'abandon '.repeat(23)}art` },
      /another master seed.*nothing was changed/,
    ],
    ['a sandbox that did not come along', { SOLANA_RPC_URL: '', SOLANA_WS_URL: '' }, /no sandbox chain/],
  ])('that belongs to %s is refused, and no database is made for it', async (_, changed, why) => {
    const dataDir = join(place.folder, 'data of a new machine');
    const environment = { ...place.environment(), DATABASE_URL: '', DATA_DIR: dataDir, ...changed };
    const run = await runProgram(['cli/brava.ts', 'restore', file], environment);
    expect(run).toMatchObject({ code: 1, err: expect.stringMatching(why) });
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });

  test('is not put into a database that is not empty without being told so', async () => {
    for (const args of [
      ['restore', file],
      ['restore', file, '--replace'],
    ]) {
      const run = await place.run(...args);
      expect(run).toMatchObject({ code: 1 });
      expect(run.err).toMatch(/not empty: it holds 1 streamer/);
    }
  });
});

test('a drill beside the real server brings every row back and moves nothing', async () => {
  await place.loseDatabase();
  const run = await place.run('restore', file, '--no-search');
  expect(run.code, run.err).toBe(0);
  const after = await dump();
  for (const table of kept) expect(after[table], table).toEqual(before[table]);
  expect(await place.balanceOf(later.address)).toBe(7_000_000n);
  expect(run.out).not.toContain('does not know');
});

test('one that lies where back-ups go by now, and did not when it was made, is known there', async () => {
  const elsewhere = join(place.folder, 'elsewhere');
  await mkdir(elsewhere);
  await copyFile(file, join(elsewhere, name));
  await place.loseDatabase();
  const moved = { ...place.environment(), BACKUP_DIR: elsewhere };
  const run = await runProgram(['cli/brava.ts', 'restore', name, '--no-search'], moved);
  expect(run.code, run.err).toBe(0);
  expect(await place.query(`select place, file from backup_runs`)).toEqual([
    { place: elsewhere, file: name },
  ]);
});

test('after the database is lost a back-up brings every row back, under a new epoch, and later money is found', async () => {
  const epoch = await readEpoch(place.seedFile);
  await place.loseDatabase();
  const made = 'brava-2099-01-01T00-00-00Z-0123abcd.backup';
  await writeFile(join(place.folder, 'data', 'backups', made), 'made after the one that is restored');
  const run = await place.run('restore', name, '--gap', '30', '--users', '3');
  expect(run.code, run.err).toBe(0);
  const after = await dump();
  for (const table of kept) expect(after[table], table).toEqual(expect.arrayContaining(before[table] ?? []));
  expect(await readEpoch(place.seedFile)).toBe(epoch + 1);
  expect(await place.query('select key_epoch from installation')).toEqual([{ key_epoch: epoch + 1 }]);

  expect(run.out).toMatch(
    new RegExp(
      `holds 1 back-up that this database does not know to be there: made after the restored one, or brought from elsewhere.*\n  ${made}\n`,
    ),
  );
  expect((await place.run('backups')).out).toMatch(new RegExp(`${name} +[0-9.]+ kB +good`));
  expect(run.out).toContain('Found 1 address with 0.007 SOL that the back-up does not know');
  expect(run.out).toContain('Entered 1 donation named "Recovered"');
  const [streamer] = await place.query('select username from users');
  expect(run.out).toContain(`  ${later.address}  ${streamer?.['username']}  0.007 SOL\n`);
  expect(run.out).toContain('passed on before this is with its streamers, and in no list or total');
  expect(await place.balanceOf(later.address)).toBe(0n);
  expect(await place.balanceOf(later.wallet)).toBeGreaterThan(66_000_000n);
  expect(await place.run('reconcile')).toMatchObject({ code: 0 });
});

test('the restored database serves: old wallets, new addresses of the new epoch', async () => {
  const brava = await place.startServer();
  const [user] = await place.query('select donation_code from users');
  const { id } = await call(brava.url, 'createDonation', { body: { linkCode: user?.['donation_code'] } });
  const [donation] = await place.query(`select key_epoch from donations where id = '${id}'`);
  expect(donation?.['key_epoch']).toBe(await readEpoch(place.seedFile));
  await brava.stop();
});

test('a database that is older than the chain is refused at the start, until recover has gone over it', async () => {
  // As if a disk image of yesterday had been put back: the counter is behind what was given out and paid.
  const [last] = await place.query(
    'select key_user, key_epoch, next_index from key_counters k join users u on u.id = k.user_id',
  );
  const [installation] = await place.query('select key_epoch from installation');
  const brava = await place.startServer();
  const path = {
    user: last?.['key_user'],
    epoch: installation?.['key_epoch'],
    index: last?.['next_index'] + 2,
  };
  const address = await brava.solana.vault.addressOf(path);
  await brava.stop();
  await payFromFaucet(place.sandbox.url, address, 3_000_000);
  await expect.poll(() => place.balanceOf(address)).toBe(3_000_000n);
  await expect(place.startServer()).rejects.toThrow(/was used before.*brava -- recover/);
  expect(await place.run('recover', '--gap', '30', '--users', '3')).toMatchObject({ code: 0 });
  expect(await place.balanceOf(address)).toBe(0n);
  await (await place.startServer()).stop();
});

test('what stands beside the seed tells recover how far to look, and whose wallet is whose', async () => {
  const epoch = await readEpoch(place.seedFile);
  const vault = await createKeyVault(await loadSeed({ seedFile: place.seedFile }));
  const seed = { seedFile: place.seedFile, fingerprint: vault.fingerprint };
  const [mark] = [...((await readKeyMarks(seed, epoch))?.values() ?? [])];
  expect(mark).toMatchObject({ user: 1, walletEpoch: 0 });
  await place.loseDatabase();
  // Given out within the minute after the note was written.
  const path = { user: 1, epoch, index: (mark?.nextIndex ?? 0) + 180 };
  const solana = await createSolana({
    rpc: { urls: [place.sandbox.url], limits: null },
    feed: { wsUrls: [] },
    words: await loadSeed({ seedFile: place.seedFile }),
  });
  await solana.faucet.pay(await vault.addressOf(path), 9_000_000n);
  await expect.poll(async () => place.balanceOf(await vault.addressOf(path))).toBe(9_000_000n);
  const before = await place.balanceOf(later.wallet);
  const run = await place.run('recover', '--users', '3');
  expect(run.code, run.err).toBe(0);
  expect(run.err).toContain('1 streamer noted, gap 500');
  expect(await place.balanceOf(later.wallet)).toBeGreaterThan(before + 8_900_000n);
  expect(await place.balanceOf(await vault.addressOf({ user: 1, epoch, index: 0 }))).toBe(0n);
});

test('on a new machine, where only the seed came along, a back-up comes back under an epoch after its own', async () => {
  await rm(`${place.seedFile}.epochs`, { recursive: true });
  await place.loseDatabase();
  const run = await place.run('restore', file, '--no-search');
  expect(run.code, run.err).toBe(0);
  expect(await place.query('select key_epoch from installation')).toEqual([{ key_epoch: keyEpoch + 1 }]);
});

test.each([
  ['its name', () => name],
  ['a copy with another name', () => file],
])('the first back-up after a restore by %s leaves the restored file where it is', async (_, given) => {
  await place.loseDatabase();
  const restored = await place.run('restore', given(), '--no-search');
  expect(restored.code, restored.err).toBe(0);
  // Of a day of its own, whose last back-up stays.
  await place.query(`update backup_runs set started_at = started_at - interval '1 day'`);
  const run = await place.run('backup');
  expect(run.code, run.err).toBe(0);
  expect(await readdir(join(place.folder, 'data', 'backups'))).toContain(name);
});

test('a restore that is killed as soon as the rows are in leaves its back-up good, for the one after it as well', async () => {
  await place.loseDatabase();
  const { connectionString } = place.database();
  const lock = `select pg_advisory_lock(${migrationLock})`;
  const before = await openSession(connectionString);
  const between = await openSession(connectionString);
  await before.query(lock);
  const queued = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  let areRowsIn = false;
  const killed = runProgram(['cli/brava.ts', 'restore', file], place.environment(), {
    killWhen: () => areRowsIn,
  });
  await until(async () => expect(await place.query(queued)).toHaveLength(1));
  // Gets the lock between the import and what comes after it.
  const turn = between.query(lock);
  await until(async () => expect(await place.query(queued)).toHaveLength(2));
  await before.query(`select pg_advisory_unlock(${migrationLock})`);
  await turn;
  areRowsIn = true;
  expect((await killed).code).toBeNull();
  const runs = 'select file from backup_runs where checked_at is null and failed_at is null';
  expect(await place.query(runs)).toEqual([]);
});

async function openSession(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  onTestFinished(() => client.end());
  await client.connect();
  return client;
}

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 0x10;
  await writeFile(path, bytes);
}
