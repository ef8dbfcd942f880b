import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { until } from '#server/test/test-client.ts';
import { type ProxiedLoad, startProxiedLoad } from './proxied-load.ts';
import { type RollingServers, startRollingServers } from './rolling-servers.ts';
import { hasProxy } from './start-proxy.ts';

const isPossible = hasProxy('caddy');
let folder: string;
let sandbox: Sandbox;
let database: TestDatabase;
let servers: RollingServers;
let load: ProxiedLoad;

beforeAll(async () => {
  if (!isPossible) return;
  folder = await mkdtemp(join(tmpdir(), 'brava-rolling-'));
  sandbox = await startSandbox({ slotMs: 100 });
  database = await createTestDatabase();
  const node = { rpcUrl: sandbox.url, wsUrl: sandbox.wsUrl };
  servers = await startRollingServers('caddy', { folder, connectionString: database.connectionString, node });
  load = await startProxiedLoad(
    { url: servers.proxy.url, rpcUrl: sandbox.url },
    { streamers: 4, rates: { status: 30, donate: 3, page: 10 } },
  );
});
afterAll(async () => {
  load?.close();
  await servers?.stop();
  await sandbox?.stop();
  await database?.drop();
  if (isPossible) await rm(folder, { recursive: true, force: true });
});

test.skipIf(!isPossible)(
  'a server behind caddy is restarted under load without a failed request or a lost alert',
  async () => {
    await until(() => expect(load.overlays.every((overlay) => overlay.isConnected())).toBe(true));
    const stopMs = await servers.restart(0);
    await load.endRequests();
    expect(load.failures).toEqual([]);
    expect(load.paid()).toBeGreaterThan(5);
    expect(stopMs).toBeLessThan(10_000);
    await until(() => expect(load.notShown()).toEqual([]), 20_000);
  },
  60_000,
);
