import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pino } from 'pino';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { startBrava } from '#server/compose.ts';
import { readConfig } from '#server/config.ts';
import { startTestCluster } from '#server/test/cluster.ts';
import { addressOf } from '#server/test/database-address.ts';

/**
 * The product as on Devnet, for journeys with wallets: its nodes are set by the configuration, and what answers there is
 * a sandbox chain of which it knows nothing.
 *
 * Run as a process of its own: its first line is its URL and the chain's, with a space between, and the end of the input
 * ends it.
 */
async function main(port: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-e2e-'));
  const cluster = await startTestCluster();
  const sandbox = await startSandbox({ slotMs: 100, finalizedLag: 8 });
  const config = readConfig({
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    SEED_FILE: join(folder, 'seed'),
    SOLANA_RPC_URL: sandbox.url,
    SOLANA_WS_URL: sandbox.wsUrl,
    LOG_LEVEL: 'warn',
  });
  if (config.nodes === null) throw new Error('The nodes of this journey are set above.');
  const brava = await startBrava(
    config,
    {
      connectionString: addressOf(cluster.address.server, cluster.address.template),
      nodes: config.nodes,
      isSandbox: false,
    },
    pino({ level: config.logLevel }, process.stderr),
  );
  console.log(`${brava.url} ${sandbox.url}`);
  for await (const line of createInterface(process.stdin)) console.error(line);
  await brava.stop();
  await sandbox.stop();
  await cluster.remove();
  await rm(folder, { recursive: true, force: true });
}

await main(process.argv[2] ?? '0');
