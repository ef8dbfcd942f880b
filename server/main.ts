import { join } from 'node:path';
import type { Logger } from 'pino';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { checkOperatorsDatabase } from '#server/postgres/operators-database.ts';
import { assertSeedUsable } from './claim-installation.ts';
import { startBrava } from './compose.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import { createLogger } from './logger.ts';
import { startSandboxProcess } from './sandbox-process.ts';
import { stopOnSignals } from './stop-signals.ts';

/** What has been started, ended in the opposite order. */
const closers: (() => Promise<void>)[] = [];
let isStopping = false;

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => console.error(error));
  }
  process.exit(code);
}

/** The operator's database, or the one that comes with the packages. */
async function provideDatabase(config: Config, logger: Logger): Promise<string> {
  if (config.databaseUrl !== null) {
    await checkOperatorsDatabase(config.databaseUrl);
    return config.databaseUrl;
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log: (line) => logger.info({ line }, 'PostgreSQL'),
    onExit: (exit) => {
      logger.error({ exit }, 'PostgreSQL ended; Brava ends too and recovers everything at the next start.');
      void stop(1);
    },
  });
  closers.push(() => postgres.stop());
  return postgres.connectionString;
}

/** The operator's nodes, or the sandbox chain. */
async function provideNodes(
  config: Config,
  logger: Logger,
): Promise<{ nodes: { rpcUrls: string[]; wsUrls: string[] }; isSandbox: boolean }> {
  if (config.nodes !== null) return { nodes: config.nodes, isSandbox: false };
  const sandbox = await startSandboxProcess({ port: config.sandboxPort, dataDir: config.dataDir }, logger);
  closers.push(() => sandbox.stop());
  return { nodes: { rpcUrls: [sandbox.rpcUrl], wsUrls: [sandbox.wsUrl] }, isSandbox: true };
}

function describeChain(config: Config): string {
  if (config.nodes !== null) return `Solana ${config.network}`;
  return `sandbox chain: RPC http://127.0.0.1:${config.sandboxPort}`;
}

async function main(): Promise<void> {
  const config = readConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  stopOnSignals(() => stop(0), logger);
  await assertSeedUsable(config);
  const [connectionString, chain] = await Promise.all([
    provideDatabase(config, logger),
    provideNodes(config, logger),
  ]);
  const brava = await startBrava(config, { connectionString, ...chain }, logger);
  closers.push(() => brava.stop());
  const seconds = process.uptime().toFixed(1);
  console.log(`\n  Brava is ready: ${config.publicUrl}\n  (${seconds} s; ${describeChain(config)})\n`);
}

main().catch(async (error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
});
