import { join } from 'node:path';
import type { Logger } from 'pino';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { checkOperatorsDatabase } from '#server/postgres/embedded/operators-database.ts';
import type { Config } from '#server/settings/config.ts';
import { startSandboxProcess } from './sandbox-process.ts';

/** Whom to tell, and who ends what was started. */
interface Providing {
  logger: Logger;
  /** Takes what is to be ended, last first, also what is still starting. */
  defer: (close: () => Promise<void>) => void;
  /** PostgreSQL ended by itself. */
  onDatabaseEnd: () => void;
}

/** The operator's database, or the one that comes with the packages. */
export async function provideDatabase(
  config: Config,
  { logger, defer, onDatabaseEnd }: Providing,
): Promise<string> {
  if (config.databaseUrl !== null) {
    await checkOperatorsDatabase(config.databaseUrl);
    return config.databaseUrl;
  }
  const ending = new AbortController();
  const starting = startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    signal: ending.signal,
    log: (line) => logger.info({ line }, 'PostgreSQL'),
    onExit: (exit) => {
      logger.error({ exit }, 'PostgreSQL ended; Brava ends too and recovers everything at the next start.');
      onDatabaseEnd();
    },
  });
  defer(async () => {
    ending.abort();
    const postgres = await starting.catch(() => null);
    await postgres?.stop();
  });
  return (await starting).connectionString;
}

/** The operator's nodes, a sandbox chain that runs already, or one of our own. */
export async function provideNodes(
  config: Config,
  { logger, defer }: Pick<Providing, 'logger' | 'defer'>,
): Promise<{ nodes: { rpcUrls: string[]; wsUrls: string[] }; isSandbox: boolean }> {
  if (config.nodes !== null) return { nodes: config.nodes, isSandbox: false };
  if (config.sandboxUrl !== null) return { nodes: nodesOfSandbox(config.sandboxUrl), isSandbox: true };
  const place = { port: config.sandboxPort, dataDir: config.dataDir };
  const sandbox = await startSandboxProcess(place, { log: logger, defer });
  return { nodes: { rpcUrls: [sandbox.rpcUrl], wsUrls: [sandbox.wsUrl] }, isSandbox: true };
}

/** The sandbox takes WebSockets on the port of its RPC, too. */
function nodesOfSandbox(url: string): { rpcUrls: string[]; wsUrls: string[] } {
  return { rpcUrls: [url], wsUrls: [url.replace(/^http/, 'ws')] };
}
