import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isBackupName } from '#server/app/backups/backup-name.ts';
import type { BackupPorts, BackupRun } from '#server/app/backups/backup-ports.ts';
import { makeBackup, runDueBackup } from '#server/app/backups/run-backup.ts';
import { tidyBackups } from '#server/app/backups/tidy-backups.ts';
import { judgeOperation } from '#server/app/operator/judge-operation.ts';
import type { Ports } from '#server/app/ports.ts';
import { Secret } from '#server/app/secret.ts';
import { checkFile } from '#server/backups/backup-job.ts';
import type { BackupPlace } from '#server/backups/backup-place.ts';
import { openBackups } from '#server/composition/open-backups.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createOperationReads } from '#server/postgres/operator/operation-figures.ts';
import { backUp } from '#server/workers/back-up.ts';
import { Client } from 'pg';
import { runProgram } from '#server/test/cli-fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { query } from '#server/test/database-address.ts';
import { s3Keys, startS3Server } from '#server/test/stand-ins/s3-server.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const dayMs = 86_400_000;
const keep = { daily: 2, weekly: 0, monthly: 0 };

let database: TestDatabase;
let db: Database;
let folder: string;
let backups: BackupPorts;
let nowMs: number;
const clock = { now: () => new Date(nowMs) };
const said: string[] = [];
const log = {
  info: () => {},
  warn: (_: object, message: string) => void said.push(message),
  error: (_: object, message: string) => void said.push(message),
};
const never = new AbortController().signal;

beforeAll(async () => {
  database = await createTestDatabase();
  await query(
    database.connectionString,
    `insert into installation (genesis_hash, seed_fingerprint, key_epoch) values ('g', 's', 0);
     insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
     select 'user' || n, 'x', 'w' || n, n, 0, 'd' || n, 'e' || n from generate_series(1, 50) n;
     insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
       created_at, expires_at, received_lamports)
     select id, 'Zoë', 'hi', 'a' || key_user, key_user, 0, 1, 2000000, now(), now() + interval '10 minutes', key_user from users`,
  );
  db = openDatabase(database.connectionString, { maxConnections: 4, onError: () => {} });
  folder = await mkdtemp(join(tmpdir(), 'brava-backups-'));
  nowMs = Date.parse('2026-11-22T03:00:00Z');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function open(
  place: BackupPlace = { kind: 'folder', folder: join(folder, 'kept'), mayCreate: true },
  reserveBytes = 0,
): Promise<BackupPorts> {
  const config = {
    backups: { everyMs: dayMs, keep, place },
    dataDir: join(folder, 'data'),
    databaseUrl: 'x',
  };
  const around = { db, clock, connectionString: database.connectionString, reserveBytes };
  const opened = await openBackups(config, around);
  if (opened === null) throw new Error('Back-ups are on.');
  return opened;
}

async function writeLittle(file: string): Promise<{ bytes: number; rows: number }> {
  await writeFile(join(folder, 'kept', file), 'whole');
  return { bytes: 5, rows: 1 };
}

/** The same, but that writing and checking take no time. */
function quick(ports: BackupPorts, work: Partial<BackupPorts['work']> = {}): BackupPorts {
  return { ...ports, work: { write: writeLittle, check: () => Promise.resolve(), ...work } };
}

const make = async (ports: BackupPorts): Promise<BackupRun> => {
  const run = await makeBackup({ backups: ports, clock, log }, never);
  if (run === null) throw new Error('It was another one’s turn.');
  return run;
};
const look = (ports: BackupPorts, isBusy = false) =>
  runDueBackup({ backups: ports, clock, log }, { isBusy, ending: never });
const files = async () => (await readdir(join(folder, 'kept'))).toSorted();
const findings = async () =>
  judgeOperation(await createOperationReads(db, clock, dayMs).figures(), clock.now())
    .filter(({ code }) => code === 'backup_failing')
    .map(({ name }) => name);

beforeEach(async () => {
  await query(
    database.connectionString,
    `truncate backup_runs; update backup_turn set holder = null, lease_until = null, wanted_at = null,
     since = '2026-11-22T02:30:00Z'`,
  );
  nowMs = Date.parse('2026-11-22T03:00:00Z');
  await rm(join(folder, 'kept'), { recursive: true, force: true });
  said.length = 0;
  backups = await open();
});

test('a back-up is whole, for its owner alone, and proven by restoring it; a damaged one is found out', async () => {
  const run = await make(backups);
  expect(run, said.join()).toMatchObject({ failure: null, checkedAt: clock.now(), removedAt: null });
  expect(run.rows).toBeGreaterThan(100);
  const path = join(folder, 'kept', run.file);
  const { size, mode } = await stat(path);
  expect([size, mode & 0o777]).toEqual([run.bytes, 0o600]);
  expect(await files()).toEqual([run.file]);
  expect(await readdir(join(folder, 'data'))).toEqual([]);
  expect(await findings()).toEqual([]);

  const written = await readFile(path);
  const middle = written.length >> 1;
  written[middle] = (written[middle] ?? 0) ^ 0x10;
  await writeFile(path, written);
  await expect(backups.work.check(run.file, never)).rejects.toMatchObject({ code: 'damaged' });
  // What the disk spoils between writing and checking.
  nowMs += dayMs;
  const spoilt = await make({
    ...backups,
    work: {
      ...backups.work,
      async write(file, signal) {
        const result = await backups.work.write(file, signal);
        await truncate(join(folder, 'kept', file), result.bytes - 20);
        return result;
      },
    },
  });
  expect(spoilt).toMatchObject({ failure: 'damaged', checkedAt: null });
  expect(said.join()).toContain('damaged or cut off');
  expect(await findings()).toEqual(['damaged']);
});

test('kill -9 in the middle leaves nothing that counts, and the next one cleans up after it', async () => {
  const kept = join(folder, 'kept');
  const partOf = () => readdirSync(kept).find((name) => name.endsWith('.part'));
  await mkdir(kept);
  const blocking = new Client({ connectionString: database.connectionString });
  await blocking.connect();
  await blocking.query('begin; lock table users in access exclusive mode');
  const killed = await runProgram(
    ['cli/brava.ts', 'backup'],
    {
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(folder, 'data'),
      SEED_FILE: join(folder, 'seed'),
      BACKUP_DIR: kept,
    },
    { killWhen: () => partOf() !== undefined },
  );
  expect(killed.code, killed.err).toBeNull();
  // While its lease lasts, nobody knows that it is dead.
  expect(await makeBackup({ backups, clock, log }, never)).toBeNull();
  expect((await look(backups)).getTime()).toBe(nowMs + 15_000);
  await query(database.connectionString, `update backup_turn set lease_until = now()`);
  const started = (await backups.store.findLast(kept))?.startedAt.getTime() ?? 0;
  expect((await look(backups)).getTime()).toBe(started + 600_000);
  await blocking.end();

  nowMs = started + 600_000;
  await writeFile(join(kept, '.holiday.backup.part'), 'not ours');
  await look(quick(backups));
  const runs = await backups.store.listLatest(5);
  expect(runs.map(({ failure, checkedAt }) => [failure, checkedAt !== null])).toEqual([
    [null, true],
    ['ended', false],
  ]);
  expect(await files()).toEqual(['.holiday.backup.part', runs[0]?.file]);
  expect(await findings()).toEqual([]);
});

test('a process that is told to end ends what it has begun, and nothing of it stays', async () => {
  const ending = new AbortController();
  const making = makeBackup({ backups, clock, log }, ending.signal);
  await vi.waitUntil(async () => (await backups.store.listLatest(1)).length === 1, 10_000);
  ending.abort();
  expect(await making).toMatchObject({ failure: 'ended' });
  expect((await files()).filter(isBackupName)).toEqual([]);
  expect(await findings()).toEqual([]);
});

test('old ones go by the scheme, never the last good one, and nothing that Brava did not write', async () => {
  const ports = quick(backups);
  await make(ports);
  const foreign = 'brava-2020-01-01T00-00-00Z-0123abcd.backup';
  await writeFile(join(folder, 'kept', foreign), 'put here by hand');
  await writeFile(join(folder, 'kept', 'notes.txt'), 'mine');
  for (let day = 0; day < 3; day += 1) {
    nowMs += dayMs;
    await make(ports);
  }
  const good = await backups.store.listLatest(2);
  expect(await files()).toEqual([foreign, ...good.map(({ file }) => file).toReversed(), 'notes.txt']);
  for (let day = 0; day < 5; day += 1) {
    nowMs += dayMs;
    await make(quick(backups, { check: () => Promise.reject(new Error('no')) }));
  }
  const left = await files();
  for (const { file } of good) expect(left).toContain(file);
  expect(left).toHaveLength(6);
  expect(await findings()).toEqual(['other']);
  // Somebody deletes the good ones: they count no more.
  for (const { file } of good) await rm(join(folder, 'kept', file));
  await tidyBackups(backups, log);
  expect(await backups.store.findLastGood()).toBeNull();
});

test('one that was cut off after it was checked replaces no whole one', async () => {
  const ports = quick(backups);
  const older = await make(ports);
  nowMs += dayMs;
  const newer = await make(ports);
  await truncate(join(folder, 'kept', newer.file), (newer.bytes ?? 0) - 1);
  const settings = { ...ports.settings, keep: { daily: 1, weekly: 0, monthly: 0 } };
  await tidyBackups({ ...ports, settings }, log);
  expect(await files()).toContain(older.file);
});

test('one is made when it is due or wanted, by one process at a time, and not by a busy one', async () => {
  const ports = quick(backups);
  expect((await look(ports)).toISOString()).toBe('2026-11-22T03:30:00.000Z');
  nowMs += 1_800_000;
  await look(ports, true);
  expect(await backups.store.listLatest(1)).toEqual([]);
  await Promise.all([look(ports), look(quick(await open()))]);
  expect(await backups.store.listLatest(5)).toHaveLength(1);
  expect((await look(ports)).getTime()).toBe(nowMs + dayMs);
  nowMs += 1000;
  await backups.store.want(null);
  await look(ports);
  await look(ports);
  expect(await backups.store.listLatest(5)).toHaveLength(2);
  nowMs += 2.5 * dayMs;
  expect(await findings()).toEqual([null]);
});

test('one that another process made between a look and its turn is not made again', async () => {
  nowMs += 1_800_000;
  const late = quick(backups);
  const takeTurn: BackupPorts['store']['takeTurn'] = async (holder) => {
    await look(quick(backups));
    return await late.store.takeTurn(holder);
  };
  await look({ ...late, store: { ...late.store, takeTurn } });
  expect(await backups.store.listLatest(5)).toHaveLength(1);
});

test('one that is wanted while somebody finds that none is due any more is made all the same', async () => {
  nowMs += 1_800_000;
  const late = quick(backups);
  const takeTurn: BackupPorts['store']['takeTurn'] = async (holder) => {
    await look(quick(backups));
    const isTaken = await late.store.takeTurn(holder);
    findLast.mockImplementationOnce(async (place) => {
      const last = await late.store.findLast(place);
      await late.store.want(null);
      return last;
    });
    return isTaken;
  };
  const findLast = vi.fn<BackupPorts['store']['findLast']>((place) => late.store.findLast(place));
  await look({ ...late, store: { ...late.store, takeTurn, findLast } });
  expect(await backups.store.listLatest(5)).toHaveLength(1);
  await look(late);
  expect(await backups.store.listLatest(5)).toHaveLength(2);
});

test('a disk that would get full stops the back-up in time, and a folder that cannot be used is named', async () => {
  const tight = await open({ kind: 'folder', folder: join(folder, 'kept'), mayCreate: true }, 1e18);
  expect(await make(tight)).toMatchObject({ failure: 'no_room', finishedAt: null });
  expect(await files()).toEqual([]);
  await writeFile(join(folder, 'a-file'), '');
  const wrong = await make(
    await open({ kind: 'folder', folder: join(folder, 'a-file', 'kept'), mayCreate: true }),
  );
  expect(wrong).toMatchObject({ failure: 'place_away' });
  expect(wrong.detail).toMatch(/folder of back-ups .*a-file\/kept cannot be used: a file is in the way\./);
});

test('a trial restore that finds no room says how much it needs, and begins nothing', async () => {
  const { file } = await make(backups);
  const scratch = join(folder, 'checks', 'one');
  await expect(
    checkFile(join(backups.settings.place, file), { scratch, reserveBytes: 1e18 }),
  ).rejects.toMatchObject({
    code: 'no_room',
    message: expect.stringMatching(/disk of .*checks has \d+ MB left; \d+ MB must be free to restore it/),
  });
  expect(readdirSync(join(folder, 'checks'))).toEqual([]);
});

test('a folder that the operator named is not made on the disk below while its own is away', async () => {
  const place = { kind: 'folder' as const, folder: join(folder, 'disk', 'kept'), mayCreate: false };
  const away = await make(await open(place));
  expect(away).toMatchObject({ failure: 'place_away', checkedAt: null });
  expect(away.detail).toMatch(/disk\/kept cannot be reached\. Is its disk mounted\?/);
  expect(readdirSync(folder)).not.toContain('disk');
  await mkdir(place.folder, { recursive: true });
  expect((await make(await open(place))).checkedAt).not.toBeNull();
});

test('a folder that goes away is told at the next look and not at the next back-up, once, and is well within an hour', async () => {
  const place = { kind: 'folder' as const, folder: join(folder, 'kept'), mayCreate: false };
  await mkdir(place.folder);
  const ports = quick(await open(place));
  expect((await make(ports)).failure).toBeNull();
  nowMs += 3_600_000;
  await look(ports);
  expect(await backups.store.listLatest(5)).toHaveLength(1);
  await rm(place.folder, { recursive: true });
  for (let looks = 0; looks < 3; looks += 1) await look(ports);
  expect(await findings()).toEqual(['place_away']);
  expect(said.filter((words) => words.startsWith('A back-up failed'))).toEqual([
    expect.stringMatching(/cannot be reached\. Is its disk mounted\?/),
  ]);
  await mkdir(place.folder);
  nowMs += 3_600_000;
  await look(ports);
  expect(await findings()).toEqual([]);
});

test('a folder that is away when the server starts is said then, whatever is known of it', async () => {
  const place = { kind: 'folder' as const, folder: join(folder, 'gone'), mayCreate: false };
  await make(await open(place));
  said.length = 0;
  const hints = { on: () => () => undefined } as unknown as Ports['hints'];
  const running = { capacity: () => ({ reasons: [] }) } as unknown as Ports['running'];
  const start = (ports: BackupPorts) => backUp({ backups: ports, clock, hints, running }, log);
  const workers = [...start(quick(await open())), ...start(await open(place))];
  await vi.waitFor(() => expect(said).toHaveLength(1));
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(said).toEqual([
    expect.stringMatching(/^No back-up can be made: The folder .*gone cannot be reached/),
  ]);
});

test('the store of the clips keeps them under a prefix of their own, and they come back from there', async () => {
  const s3 = await startS3Server('clips');
  const place = {
    kind: 'bucket' as const,
    s3: {
      endpoint: s3.url,
      bucket: 'clips',
      region: 'us-east-1',
      prefix: 'backups/',
      accessKey: s3Keys.accessKey,
      secretKey: new Secret(s3Keys.secretKey),
      pathStyle: true,
    },
  };
  const ports = await open(place);
  const run = await make(ports);
  expect(run, said.join()).toMatchObject({ failure: null, checkedAt: clock.now() });
  expect([...s3.objects.keys()]).toEqual([`backups/${run.file}`]);
  expect(await ports.files.list()).toEqual(new Map([[run.file, run.bytes]]));
  expect(ports.settings.place).toMatch(/^s3:\/\/127\.0\.0\.1:\d+\/clips\/backups\/$/);
  await s3.stop();
});
