import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeRecords } from '#server/postgres/backups/backup-file.ts';
import { exportRecords } from '#server/postgres/backups/export-backup.ts';
import { importBackup } from '#server/postgres/backups/import-backup.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { secondFactorOf } from './second-factor-fixture.ts';

const http = forFile(openHttp);
const { codeOf } = secondFactorOf(http);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-second-factor-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The forms in which a secret might lie somewhere. */
function formsOf(secret: Uint8Array): string[] {
  const bytes = Buffer.from(secret);
  return [
    bytes.toString('latin1'),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    [...bytes].join(','),
  ];
}

test('a back-up holds neither secret nor recovery code, and after its restore both work as before', async () => {
  const { token, user } = await http.signUp('kept');
  const post = (path: string, body?: object) => http.call('POST', path, body, token);
  const { secret } = (await post('/account/second-factor/begin')).json<{ secret: string }>();
  const on = await post('/account/second-factor/on', { code: codeOf(secret) });
  const { recoveryCodes } = on.json<{ recoveryCodes: string[] }>();
  const [first = '', second = ''] = recoveryCodes;
  const used = codeOf(secret);
  await post('/auth/confirm', { password: 'secret1', code: first });
  const fingerprint = {
    genesis_hash: 'sandbox',
    seed_fingerprint: http.ports.vault.fingerprint,
    key_epoch: 0,
  };
  await http.db.insertInto('installation').values(fingerprint).execute();

  const file = join(folder, 'brava.backup');
  await pipeline(encodeRecords(exportRecords(http.connectionString)), createGzip(), createWriteStream(file));
  const dump = gunzipSync(await readFile(file))
    .toString('latin1')
    .toLowerCase();
  expect(dump).toContain(user.id);
  const words = [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))];
  for (const each of [...words, ...formsOf(Secret.fromBase32(secret).bytes)])
    expect(dump).not.toContain(each.toLowerCase());

  http.passTime(60_000);
  await http.db.deleteFrom('second_factors').execute();
  await importBackup(http.connectionString, file, { keyEpoch: 1 });
  const confirm = async (code: string) =>
    (await post('/auth/confirm', { password: 'secret1', code })).json<{ code?: string }>().code ?? 'ok';
  expect(await confirm(used)).toBe('wrong_code');
  expect(await confirm(first)).toBe('wrong_code');
  expect(await confirm(codeOf(secret))).toBe('ok');
  expect(await confirm(second)).toBe('ok');
});
