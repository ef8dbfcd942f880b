import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { startBrava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { defaultPace } from '#server/domain/alert-queue.ts';
import { startTestCluster } from '#server/test/cluster.ts';
import { addressOf } from '#server/test/database-address.ts';

/** How it is to run. */
interface Way {
  port: string;
  isDevnet: boolean;
  /** Silence between two alerts, where a journey shows more of them than anybody would wait for. */
  gapMs: number;
  /** Settings of the server besides. */
  environment: Record<string, string>;
}

/**
 * The product on a quick chain with a door into its books, for journeys that need alerts grown old, or donations of
 * every kind and more of them than anyone can pay.
 *
 * Run as a process of its own, `journey-server.ts PORT CHAIN GAP SETTINGS`, the last as JSON: with `devnet` as chain it
 * believes that its nodes are those of Devnet, and what answers there is a sandbox chain of which it knows nothing. Its
 * first line is its URL and the chain's, with a space between; each line of input is a statement that it runs in its
 * database; the end of the input ends it.
 */
async function main({ port, isDevnet, gapMs, environment }: Way): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-e2e-'));
  const cluster = await startTestCluster();
  // Journeys with wallets let a blockhash grow old: 150 slots must be long enough to sign in.
  const sandbox = await startSandbox({ slotMs: isDevnet ? 100 : 50, finalizedLag: 8 });
  const config = readConfig({
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    SEED_FILE: join(folder, 'seed'),
    ...(isDevnet && { SOLANA_RPC_URL: sandbox.url, SOLANA_WS_URL: sandbox.wsUrl }),
    LOG_LEVEL: 'warn',
    ...environment,
  });
  const connectionString = addressOf(cluster.address.server, cluster.address.template);
  const brava = await startBrava(
    config,
    {
      connectionString,
      nodes: { rpcUrls: [sandbox.url], wsUrls: [sandbox.wsUrl] },
      isSandbox: !isDevnet,
      pace: { ...defaultPace, gapMs },
    },
    pino({ level: config.logLevel }, process.stderr),
  );
  const books = new Client({ connectionString });
  await books.connect();
  console.log(`${brava.url} ${sandbox.url}`);
  for await (const statement of createInterface(process.stdin)) {
    await books.query(statement);
    console.log('done');
  }
  await books.end();
  await brava.stop();
  await sandbox.stop();
  await cluster.remove();
  await rm(folder, { recursive: true, force: true });
}

const [, , port = '0', chain, gap, settings = '{}'] = process.argv;
await main({
  port,
  isDevnet: chain === 'devnet',
  gapMs: Number(gap ?? defaultPace.gapMs),
  environment: JSON.parse(settings) as Record<string, string>,
});
