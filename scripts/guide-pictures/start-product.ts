import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { startBrava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { startTestCluster } from '#server/test/cluster.ts';
import { addressOf } from '#server/test/database-address.ts';

/** The product while its pictures are taken. */
interface Product {
  url: string;
  stop(): Promise<void>;
}

/** Starts the product with an empty database and a quick sandbox chain; `stop` leaves nothing behind. */
export async function startProduct(): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-pictures-'));
  const cluster = await startTestCluster();
  const sandbox = await startSandbox({ slotMs: 50, finalizedLag: 8 });
  const config = readConfig({
    PORT: await freePort(),
    PUBLIC_URL: 'http://brava.example',
    DATA_DIR: join(folder, 'data'),
    SEED_FILE: join(folder, 'seed'),
    LOG_LEVEL: 'warn',
  });
  const brava = await startBrava(
    config,
    {
      connectionString: addressOf(cluster.address.server, cluster.address.template),
      nodes: { rpcUrls: [sandbox.url], wsUrls: [sandbox.wsUrl] },
      isSandbox: true,
    },
    pino({ level: config.logLevel }, process.stderr),
  );
  return {
    url: brava.url,
    stop: async () => {
      await brava.stop();
      await sandbox.stop();
      await cluster.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
