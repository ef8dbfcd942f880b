import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { runProgram } from './cli-fixture.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './faults/small-disk.ts';
import { freePort } from './free-port.ts';

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
    const environment = { DATA_DIR: disk.folder, SANDBOX_PORT: String(await freePort()) };
    const folder = join(disk.folder, 'sandbox');
    expect(await runProgram(['sandbox/main.ts'], environment)).toEqual({
      code: 1,
      out: '',
      err: `The sandbox cannot start: no space is left on the disk of ${folder}.\n`,
    });
  });
});
