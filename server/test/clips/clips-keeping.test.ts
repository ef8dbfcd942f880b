import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClipFiles, ClipIntake, ClipQuota, ClipStore, NewClip } from '#server/app/clip-ports.ts';
import { newClipName } from '#server/app/donations/clip-name.ts';
import { createGate } from '#server/app/gate.ts';
import type { KeyVault } from '#server/app/chain-ports.ts';
import { clientNetwork } from '#server/app/limits/client-network.ts';
import { uploadClip } from '#server/app/donations/upload-clip.ts';
import { createClipMeter } from '#server/media/measure/measure-clip.ts';
import { openClipFolder } from '#server/media/store/folder-clip-files.ts';
import { openClips } from '#server/composition/open-clips.ts';
import { holdFreeClips } from '#server/postgres/donations/claim-clips.ts';
import { runTogether } from '#server/postgres/connection/run-together.ts';
import { createClipStore } from '#server/postgres/donations/clip-store.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { deleteClips, sweepClipFiles } from '#server/workers/delete-clips.ts';
import type { Worker } from '#server/workers/work-loop.ts';
import { toneWav } from '#server/test/tone-wav.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { until } from '#server/test/test-client.ts';

const hourMs = 3_600_000;
const silent = pino({ level: 'silent' });
const roomy: ClipQuota = { unclaimedPerAddress: 100, bytesPerAddress: 1e9, bytesInAll: 1e9 };
const content = Buffer.from('sound');

const diskFull = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
const failOnFullDisk = () => Promise.reject(diskFull);

let database: TestDatabase;
let db: Database;
let folder: string;
let files: ClipFiles;
let store: ClipStore;
let passedMs = 0;
const clock = { now: () => new Date(Date.now() + passedMs) };
const workers: Worker[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 8, onError: () => {} });
  store = createClipStore(db, clock);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-clips-'));
  files = await openClipFolder(folder);
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await db.deleteFrom('clips').execute();
  await rm(folder, { recursive: true });
});

function newClip(given: Partial<NewClip> = {}): NewClip {
  return {
    name: newClipName('wav'),
    durationMs: 1000,
    mimeType: 'audio/wav',
    bytes: 5,
    creator: 'somebody',
    ...given,
  };
}

async function keep(given: Partial<NewClip> = {}): Promise<string> {
  const clip = newClip(given);
  await store.reserve(clip, roomy);
  await files.put(clip.name, content, clip.mimeType);
  await store.markStored(clip.name);
  return clip.name;
}

const free = (name: string, now = clock.now()) =>
  db.transaction().execute(async (trx) => {
    const [held] = await runTogether(trx, [holdFreeClips(trx, [name], now)]);
    return held?.rows.map((row) => row.name);
  });
const rows = () => db.selectFrom('clips').selectAll().execute();
const startDeleting = () => workers.push(deleteClips({ clips: { store, files } }, silent));
const startSweeping = () => workers.push(sweepClipFiles({ clips: { store, files } }, silent));

describe('a file of a clip', () => {
  test('can be read by this user alone and stands whole under its name', async () => {
    const name = await keep();
    expect(await readdir(folder)).toEqual([name]);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  test('under a name that we did not make is neither written nor read nor deleted', async () => {
    for (const name of ['../x.wav', 'x', '', `${'a'.repeat(26)}.wav/../x`]) {
      await expect(files.put(name, content, 'audio/wav')).rejects.toThrow(/Only names that we made/);
      await expect(files.read(name, { start: 0, end: 1 })).rejects.toThrow(/Only names that we made/);
      await expect(files.remove(name)).rejects.toThrow(/Only names that we made/);
    }
  });
});

describe('a crash', () => {
  test('while the file is written leaves a clip that nobody hears or claims, and nothing after an hour', async () => {
    const { name } = newClip();
    await store.reserve(newClip({ name }), roomy);
    await writeFile(join(folder, `.${name}.part`), 'sou');
    expect(await store.find(name)).toBeNull();
    expect(await free(name)).toEqual([]);
    passedMs += hourMs;
    startDeleting();
    await until(async () => expect(await rows()).toEqual([]));
    expect(await readdir(folder)).toEqual([]);
  });

  test('between the deleting of a file and the mark in its row is made good after the lease', async () => {
    const name = await keep();
    passedMs += hourMs;
    expect(await store.claimExpired(10, 60_000)).toEqual([name]);
    await files.remove(name);
    expect(await store.claimExpired(10, 60_000)).toEqual([]);
    passedMs += 60_000;
    startDeleting();
    await until(async () => expect(await rows()).toEqual([]));
  });
});

const openIn = (dataDir: string, processId: string) => {
  const { signal } = new AbortController();
  const clips = { isOpen: true, s3: null, quota: roomy, strictQuota: roomy };
  return openClips({ dataDir, clips }, { db, clock, signal, processId, log: console });
};

describe('the start of a server', () => {
  test('deletes what one that was killed was working on', async () => {
    const incoming = join(folder, 'clips', 'incoming');
    await mkdir(join(incoming, 'normalise-a'), { recursive: true });
    await writeFile(join(incoming, 'normalise-a', 'in'), 'sound');
    await writeFile(join(incoming, 'incoming-b'), 'sound');
    const own = randomUUID();
    const clips = await openIn(folder, own);
    expect(await readdir(incoming)).toEqual([own]);
    await clips.stop();
    expect(await readdir(incoming)).toEqual([]);
  });

  test('names a folder that is a file, with its setting', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(openIn(file, randomUUID())).rejects.toThrow(/^.*file\/clips is no folder, .*DATA_DIR\.$/);
  });
});

describe('deleting', () => {
  test('gives each expired clip to one worker', async () => {
    const names = await Promise.all(Array.from({ length: 12 }, () => keep()));
    passedMs += hourMs;
    const taken = await Promise.all([1, 2, 3].map(() => store.claimExpired(6, 60_000)));
    expect(taken.flat().toSorted()).toEqual([...new Set(taken.flat())].toSorted());
    expect(
      (await Promise.all([1, 2].map(() => store.claimExpired(12, 60_000)))).flat().concat(taken.flat()),
    ).toHaveLength(names.length);
  });

  test('has begun: then no donation gets the clip, whatever its server takes for the time', async () => {
    const name = await keep();
    const before = clock.now();
    expect(await free(name, before)).toEqual([name]);
    passedMs += hourMs;
    await store.claimExpired(1, 60_000);
    expect(await free(name, before)).toEqual([]);
  });

  test('takes files that no row stands for as well, and leaves every other file alone', async () => {
    const known = await keep();
    const stray = newClipName('mp3');
    await files.put(stray, content, 'audio/mpeg');
    await writeFile(join(folder, `.${newClipName('mp3')}.part`), 'half');
    await writeFile(join(folder, 'README.txt'), 'mine');
    startSweeping();
    await until(async () =>
      expect((await readdir(folder)).toSorted()).toEqual(['README.txt', known].toSorted()),
    );
  });

  test('goes on after the place of the files was away', async () => {
    await keep();
    passedMs += hourMs;
    let isAway = true;
    const remove = (name: string) =>
      isAway ? Promise.reject(new Error('away for this test')) : files.remove(name);
    workers.push(deleteClips({ clips: { store, files: { ...files, remove } } }, silent));
    await until(async () => expect((await rows())[0]?.lease_until).not.toBeNull());
    isAway = false;
    passedMs += 60_000;
    await until(async () => expect(await rows()).toEqual([]));
  });
});

describe('the quota', () => {
  test('of an address counts what is not claimed, exactly, also when all come at once', async () => {
    const quota = { ...roomy, unclaimedPerAddress: 5 };
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => store.reserve(newClip(), quota)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(store.checkQuota('somebody', 0, quota)).rejects.toMatchObject({ code: 'audio_quota' });
    await expect(store.reserve(newClip({ creator: 'another' }), quota)).resolves.toBeUndefined();
  });

  test('counts bytes of an address and of all', async () => {
    await keep({ bytes: 600 });
    const ofAddress = store.reserve(newClip({ bytes: 500 }), { ...roomy, bytesPerAddress: 1000 });
    await expect(ofAddress).rejects.toMatchObject({ code: 'audio_quota' });
    const inAll = store.reserve(newClip({ creator: 'another', bytes: 500 }), { ...roomy, bytesInAll: 1000 });
    await expect(inAll).rejects.toMatchObject({ message: expect.stringContaining('no room') });
  });

  test('is free again when clips are gone', async () => {
    const quota = { ...roomy, unclaimedPerAddress: 1 };
    await keep();
    passedMs += hourMs;
    startDeleting();
    await until(() => expect(store.checkQuota('somebody', 0, quota)).resolves.toBeUndefined());
  });
});

describe('an upload', () => {
  const vault = { fingerprint: 'seed' } as KeyVault;
  const upload = async (given: {
    files?: Partial<ClipFiles>;
    intake?: Partial<ClipIntake>;
    gone?: AbortSignal;
    from?: string;
  }) => {
    const intake: ClipIntake = {
      meter,
      normalise: null,
      quota: roomy,
      strictQuota: roomy,
      gate: createGate({ running: 1, waiting: 1 }),
      spoolFolder: folder,
      ...given.intake,
    };
    const incoming = {
      originalName: 'a.wav',
      bytes: 8044,
      gone: given.gone ?? new AbortController().signal,
      read: () => Promise.resolve(new Uint8Array(toneWav(1))),
      pieces: () => Readable.from([toneWav(1).subarray(0, 5000), toneWav(1).subarray(5000)]),
      discard: () => Promise.resolve(),
    };
    const ports = { clips: { store, files: { ...files, ...given.files }, intake }, vault };
    const receive = () => Promise.resolve(incoming);
    const clientAddress = clientNetwork(given.from ?? '192.0.2.1');
    return uploadClip(ports, { upload: { receive }, clientAddress, isFromHere: true });
  };
  const meter = createClipMeter();
  afterAll(() => meter.stop());

  test('is stored as it came where there is no ffmpeg', async () => {
    const { fileName, duration } = await upload({});
    expect(fileName).toMatch(/\.wav$/);
    expect(duration).toBe(1);
    expect((await stat(join(folder, fileName))).size).toBe(8044);
  });

  test('whose file cannot be stored is refused, and counts against no quota', async () => {
    const quota = { ...roomy, unclaimedPerAddress: 1 };
    const put = async (name: string) => {
      await writeFile(join(folder, `.${name}.part`), 'sou');
      throw diskFull;
    };
    await expect(upload({ files: { put }, intake: { quota } })).rejects.toThrow('the disk is full');
    expect(await rows()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    await upload({ intake: { quota } });
  });

  test('finds room for a quarter of all bytes from an IPv6 line, over all of its networks', async () => {
    const quota = { ...roomy, bytesPerAddress: 8044, bytesInAll: 16 * 8044 };
    const from = (address: string) => upload({ intake: { quota }, from: address });
    for (const network of [1, 2, 3, 4]) await from(`2001:db8:0:${network}::1`);
    await expect(from('2001:db8:0:5::1')).rejects.toMatchObject({ code: 'audio_quota' });
    for (const other of ['2001:db8:1::1', '192.0.2.1', '192.0.2.2']) await from(other);
  });

  test('whose file can neither be stored nor deleted is refused, and what it left goes after an hour', async () => {
    await expect(upload({ files: { put: failOnFullDisk, remove: failOnFullDisk } })).rejects.toThrow(
      'the disk is full',
    );
    expect(await rows()).toMatchObject([{ stored_at: null }]);
    passedMs += hourMs;
    startDeleting();
    await until(async () => expect(await rows()).toEqual([]));
  });

  test('that nobody waits for any more is neither encoded nor stored', async () => {
    const gone = new AbortController();
    const normalise = async (_: unknown, signal: AbortSignal) => {
      gone.abort();
      expect(signal.aborted).toBe(true);
      return new Uint8Array(toneWav(1));
    };
    const refused = { code: 'busy' };
    await expect(upload({ gone: gone.signal, intake: { normalise } })).rejects.toMatchObject(refused);
    const late = upload({ gone: gone.signal, intake: { normalise: failOnFullDisk } });
    await expect(late).rejects.toMatchObject(refused);
    expect(await rows()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('that ffmpeg makes too long is refused like any other', async () => {
    const tooLong = new Uint8Array(toneWav(16));
    await expect(upload({ intake: { normalise: () => Promise.resolve(tooLong) } })).rejects.toMatchObject({
      code: 'audio_too_long',
    });
    expect(await rows()).toEqual([]);
  });
});
