import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startBrava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { takeMaintenanceLock } from '#server/postgres/migrate/maintenance-lock.ts';
import { createInstallation } from '#server/test/cli-fixture.ts';
import { startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { startServerProcess } from '#server/test/faults/server-process.ts';
import { call, registerStreamer } from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';

test('while a server asks the chain at its start no command begins to replace what it has read', async () => {
  const place = await createInstallation();
  onTestFinished(() => place.stop());
  const node = await startFaultProxy(place.sandbox);
  onTestFinished(() => node.stop());
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  node.begin({
    answer: async ({ method, forward }) => {
      // Of the addresses that would be given out next.
      if (method === 'getMultipleAccounts') {
        asked.resolve();
        await answered.promise;
      }
      return { status: 200, body: await forward() };
    },
  });
  const { connectionString } = place.database();
  const starting = startBrava(
    readConfig(place.environment()),
    {
      connectionString,
      nodes: { rpcUrls: [node.rpcUrl], wsUrls: [node.wsUrl] },
      isSandbox: true,
      pace: quickPace,
    },
    pino({ level: 'error' }),
  );
  onTestFinished(async () => (await starting).stop());
  await asked.promise;
  await expect(takeMaintenanceLock(connectionString)).rejects.toThrow(/Brava is running on this database/);
  answered.resolve();
  expect((await fetch(`${(await starting).url}/api/config`)).status).toBe(200);
});

test('a server that stood still during a restore ends, and gives no address out a second time', async () => {
  const place = await createInstallation();
  onTestFinished(() => place.stop());
  const start = () =>
    startServerProcess({ port: Number(place.environment()['PORT']), environment: place.environment() });
  const server = start();
  onTestFinished(() => server.stop('SIGKILL'));
  await server.ready;
  const { donationLink } = await registerStreamer(server.url);
  const donate = async (): Promise<string> =>
    (await call(server.url, 'createDonation', { body: { linkCode: donationLink } })).walletAddress;
  const file = join(place.folder, 'brava.backup');
  expect(await place.run('backup', file)).toMatchObject({ code: 0 });
  const given = [await donate(), await donate()];
  const lost = await registerStreamer(server.url);
  const marks = `${place.seedFile}.epochs/0.marks`;
  const noted = await readFile(marks, 'utf8');
  server.signal('SIGSTOP');
  // From then on it counts as dead.
  await sleep(6500);
  const restored = await place.run('restore', file, '--replace', '--yes', '--gap', '20', '--users', '3');
  expect(restored).toMatchObject({ code: 0 });
  server.signal('SIGCONT');
  const asked = await Promise.allSettled([donate(), registerStreamer(server.url)]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await server.exited).toEqual({ code: 1, signal: null });
  expect(server.lines.join('\n')).toContain('A back-up was restored');
  expect(await readFile(marks, 'utf8')).toBe(noted);
  expect(await place.query('select from donations')).toEqual([]);

  const next = start();
  onTestFinished(() => next.stop('SIGKILL'));
  await next.ready;
  expect(given).not.toContain(await donate());
  expect((await registerStreamer(next.url)).user.walletAddress).not.toBe(lost.user.walletAddress);
}, 120_000);
