import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findClusterFolder } from '#server/test/database.ts';
import { createInstallation } from '#server/test/cli-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { findSecrets, formsOf, type Haystack, secretBytes, secretText } from './find-secrets.ts';
import { readDatabaseFiles, readFolder, readTables, readWholeBackup } from './read-haystacks.ts';
import { goOnJourney, type Journey } from './secret-journey.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const since = new Date(Date.now() - 1000);
let journey: Journey;

const place = forFile(createInstallation);

async function everything(backup: string, log: string): Promise<Haystack[]> {
  const { connectionString } = place.database();
  return [
    { name: 'the log', content: Buffer.from(log) },
    ...(await readFolder(join(place.folder, 'data'))),
    await readWholeBackup(backup),
    await readTables(connectionString),
    ...((await readDatabaseFiles(connectionString, since)) ?? []),
  ];
}

const around = (form: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from('{"a":"'), Buffer.from(form), Buffer.from('"}')]);

test('no key, password or token of a whole journey is in log, data folder, back-up or database', async () => {
  journey = await goOnJourney(place);
  expect(journey.log).toContain('Brava is ready');
  expect(findSecrets(journey.secrets, await everything(journey.backup, journey.log))).toEqual([]);
});

test('the codes of overlay and donation link are in the database, which shows them again, and in no log or file', async () => {
  const outside = [
    { name: 'the log', content: Buffer.from(journey.log) },
    ...(await readFolder(join(place.folder, 'data'))),
  ];
  expect(findSecrets(journey.codes, outside)).toEqual([]);
  const [donationCode, , widgetCode] = journey.codes;
  const tables = [await readTables(place.database().connectionString)];
  for (const code of [donationCode, widgetCode]) expect(code && findSecrets([code], tables)).not.toEqual([]);
});

test('what is planted is found: in the tables, the back-up, and PostgreSQL’s own files', async () => {
  const [planted] = journey.secrets.filter(({ name }) => name === 'key pair');
  if (planted === undefined) throw new Error('There is no key.');
  const { bytes } = planted;
  const hex = Buffer.from(bytes).toString('hex');
  await place.query(`update sweeps set raw = decode('${hex}', 'hex')`);
  await place.query(`update donations set message = '${JSON.stringify([...bytes])}'`);
  const backup = join(place.folder, 'planted.backup');
  expect(await place.run('backup', backup)).toMatchObject({ code: 0 });
  const found = findSecrets([planted], await everything(backup, journey.log));
  await rm(backup);
  for (const where of ['the tables', 'the back-up'])
    for (const form of ['hex in small letters', 'JSON numbers'])
      expect(found).toContain(`key pair (${form}) in ${where}`);
  // Where the operator's own PostgreSQL is tested with, its files may lie on another machine.
  const inFiles =
    (await findClusterFolder()) === null || found.some((one) => one.includes("(raw) in PostgreSQL's file"));
  expect(inFiles).toBe(true);
});

test('every form is found inside other text', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 73 + 11) % 256));
  const inside = (before: string) => Buffer.concat([Buffer.from(before), bytes, Buffer.from('!')]);
  const planted = [
    bytes,
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    String([...bytes]),
    JSON.stringify({ bytes }),
    ...['', 'x', 'xy'].flatMap((before) => [
      inside(before).toString('base64'),
      inside(before).toString('base64url'),
    ]),
    formsOf(secretBytes('key', bytes)).get('base58') ?? '',
  ];
  for (const form of planted)
    expect(findSecrets([secretBytes('key', bytes)], [{ name: 'here', content: around(form) }])).not.toEqual(
      [],
    );
  const password = secretText('password', 'pass word+/1');
  const address = Buffer.from(`/?p=${encodeURIComponent('pass word+/1')}`);
  expect(findSecrets([password], [{ name: 'here', content: address }])).toHaveLength(1);
});
