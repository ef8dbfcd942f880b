import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { Secret } from '#server/app/secret.ts';
import { readConfig } from '#server/settings/config.ts';
import { checkBackupPlace } from './check-backups.ts';

test('a store that takes the connection and says nothing is told after a while', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const s3 = {
    endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    bucket: 'brava',
    region: 'eu',
    prefix: 'backups/',
    accessKey: 'key',
    secretKey: new Secret('secret'),
    pathStyle: true,
  };
  const config = readConfig({});
  if (config.backups === null) throw new Error('Back-ups are on unless they are switched off.');
  const backups = { ...config.backups, place: { kind: 'bucket' as const, s3 } };
  expect(await checkBackupPlace({ ...config, backups }, 200)).toMatchObject({
    level: 'problem',
    todo: 'It gave no answer within 0.2 s. Is the disk or the store there?',
  });
});
