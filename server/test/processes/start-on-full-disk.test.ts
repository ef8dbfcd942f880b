import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { createPrivateFile, replacePrivateFile } from '#server/solana/private-file.ts';
import { runProgram } from '#server/test/cli-fixture.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '#server/test/faults/small-disk.ts';
import { until } from '#server/test/test-client.ts';
import { findFreePorts } from '../../../bench/lib/free-ports.ts';

test.skipIf(whyNoSmallDisk() !== null)(
  'a disk that is too small for a new database is named before anything is written',
  async () => {
    const disk = await mountSmallDisk(30);
    onTestFinished(() => disk.unmount());
    const dataDir = join(disk.folder, 'postgres');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      code: 'no_space',
      message: expect.stringMatching(/^The disk of \S+ has \d+ MB left, and a new database needs 64\./),
    });
    expect((await readdir(dataDir)).filter((name) => name.startsWith('cluster'))).toEqual([]);
  },
);

test.skipIf(whyNoSmallDisk() !== null)(
  'a sandbox chain that runs ends on a full disk, and names it',
  async () => {
    const disk = await mountSmallDisk(4);
    onTestFinished(() => disk.unmount());
    const { sandbox: port } = await findFreePorts();
    const running = runProgram(['sandbox/main.ts'], { DATA_DIR: disk.folder, SANDBOX_PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    await until(() => fetch(url));
    await disk.fill();
    await payFromFaucet(url, '5CmhF6UEWxS1yfH2SoCNPVzkuofY2b9E4B6uuww2WcU7', 1_000_000);
    expect(await running).toMatchObject({
      code: 1,
      err: `The sandbox cannot go on: no space is left on the disk of ${join(disk.folder, 'sandbox')}.\n`,
    });
  },
);

describe.skipIf(whyNoSmallDisk() !== null)('on a full disk', () => {
  let disk: SmallDisk;
  beforeAll(async () => {
    disk = await mountSmallDisk(1);
    await disk.fill();
  });
  afterAll(() => disk.unmount());

  test('a database that cannot start names the folder', async () => {
    const dataDir = join(disk.folder, 'postgres');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      code: 'no_space',
      message: `No space is left on the disk of ${dataDir}.`,
    });
  });

  test('a sandbox chain that cannot start names the folder', async () => {
    const { sandbox: port } = await findFreePorts();
    const environment = { DATA_DIR: disk.folder, SANDBOX_PORT: String(port) };
    const folder = join(disk.folder, 'sandbox');
    expect(await runProgram(['sandbox/main.ts'], environment)).toEqual({
      code: 1,
      out: '',
      err: `The sandbox cannot start: no space is left on the disk of ${folder}.\n`,
    });
  });

  test.each([
    ['made', createPrivateFile],
    ['replaced', replacePrivateFile],
  ])('a seed that cannot be %s says so, and no draft of it is left', async (_, write) => {
    const before = await readdir(disk.folder);
    const seedFile = join(disk.folder, 'seed');
    await expect(write(seedFile, 'abandon '.repeat(24))).rejects.toThrow(
      `${seedFile} cannot be written: no space is left on its disk. Make some, or choose another place.`,
    );
    expect(await readdir(disk.folder)).toEqual(before);
  });
});
