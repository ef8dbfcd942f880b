import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pino } from 'pino';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { startBrava } from '#server/compose.ts';
import { readConfig } from '#server/config.ts';
import { startTestCluster } from '#server/test/cluster.ts';
import { addressOf, query } from '#server/test/database-address.ts';

/**
 * The product on a quick chain, for journeys in which alerts grow old.
 *
 * Run as a process of its own: its URL is the first line that it prints, each line of input makes every waiting alert
 * older by so many seconds, and the end of the input ends it.
 */
async function main(port: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-e2e-'));
  const cluster = await startTestCluster();
  const sandbox = await startSandbox({ slotMs: 50, finalizedLag: 8 });
  const config = readConfig({
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    SEED_FILE: join(folder, 'seed'),
    LOG_LEVEL: 'warn',
  });
  const connectionString = addressOf(cluster.address.server, cluster.address.template);
  const brava = await startBrava(
    config,
    {
      connectionString,
      nodes: { rpcUrls: [sandbox.url], wsUrls: [sandbox.wsUrl] },
      isSandbox: true,
    },
    pino({ level: config.logLevel }, process.stderr),
  );
  console.log(brava.url);
  for await (const line of createInterface(process.stdin)) {
    const seconds = Number(line);
    await query(connectionString, `update alerts set queued_at = queued_at - interval '${seconds} seconds'`);
    console.log('aged');
  }
  await brava.stop();
  await sandbox.stop();
  await cluster.remove();
  await rm(folder, { recursive: true, force: true });
}

await main(process.argv[2] ?? '0');
