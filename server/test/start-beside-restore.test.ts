import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startBrava } from '#server/compose.ts';
import { readConfig } from '#server/config.ts';
import { takeMaintenanceLock } from '#server/postgres/maintenance-lock.ts';
import { createInstallation } from './cli-fixture.ts';
import { startFaultProxy } from './faults/fault-proxy.ts';
import { quickPace } from './test-server.ts';

test('while a server asks the chain at its start no command begins to replace what it has read', async () => {
  const place = await createInstallation();
  onTestFinished(() => place.remove());
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
