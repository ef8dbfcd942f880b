import { assertSeedUsable } from '#server/composition/claim-installation.ts';
import { type Config, readConfig, readEnvironment } from '#server/settings/config.ts';
import { createLogger } from '#server/logging/logger.ts';
import { endInOrder } from '#server/process/end-in-order.ts';
import { provideDatabase, provideNodes } from '#server/process/provide-surroundings.ts';
import { sandboxUrlOf } from '#server/settings/sandbox-url.ts';
import { listIgnoredNames } from '#server/settings/settings-files.ts';
import { stopOnSignals } from '#server/process/stop-signals.ts';
import { assertPortsFree } from './assert-ports-free.ts';
import { keepServer, type KeptServer } from './keep-server.ts';
import { startBalancer } from './start-balancer.ts';
import { lookEveryMs, type SayOf, watchReadiness } from './watch-readiness.ts';

const usualServers = 3;
const mostServers = 9;
/** PostgreSQL takes 200 connections; each server needs three beside its pool, and commands a few. */
const connectionsInAll = 160;

const { defer, stop, isEndWished } = endInOrder();

function readCount([text, ...more]: readonly string[]): number {
  const count = more.length > 0 ? Number.NaN : Number(text ?? usualServers);
  if (Number.isInteger(count) && count >= 1 && count <= mostServers) return count;
  throw new Error(`How many servers? A number up to ${mostServers}, for example: npm run cluster -- 3`);
}

/** What every server is told: one database, one chain, one seed, and one folder of clips. */
function describePlace(
  config: Config,
  { connectionString, isSandbox, count }: { connectionString: string; isSandbox: boolean; count: number },
): NodeJS.ProcessEnv {
  const connections = Math.min(config.databaseConnections, Math.floor(connectionsInAll / count));
  return {
    ...readEnvironment(),
    PUBLIC_URL: config.publicUrl,
    DATABASE_URL: connectionString,
    DATABASE_CONNECTIONS: String(connections),
    ...(isSandbox && { SANDBOX_URL: sandboxUrlOf(config) }),
    // One port cannot serve the metrics of several.
    METRICS_PORT: '',
    LOG_LEVEL: config.logLevel === 'info' ? 'error' : config.logLevel,
  };
}

const sayOf: SayOf = (index) => (line) => console.log(`  [${index + 1}] ${line}`);

function introduce(config: Config, servers: readonly KeptServer[]): void {
  const [first] = servers;
  const rows = servers.map(({ url, pid }, index) => `  [${index + 1}] ${url}   process ${pid()}`);
  console.log(
    [
      '',
      `  Brava runs as ${servers.length} servers behind one address: ${config.publicUrl}`,
      '',
      ...rows,
      '',
      '  Open the address, an overlay and a donation page. Then try, in another terminal:',
      `    kill -9 ${first?.pid()}      it is dead at once; it is started again after 15 s`,
      `    kill -STOP ${first?.pid()}   it stands still; kill -CONT ${first?.pid()} lets it go on`,
      '  Within ten seconds the others have taken over what it did: no alert and no payment is lost.',
      '  Ctrl+C ends everything.',
      '',
    ].join('\n'),
  );
}

async function main(): Promise<void> {
  const count = readCount(process.argv.slice(2));
  const config = readConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  for (const words of listIgnoredNames()) logger.warn(words);
  stopOnSignals(() => stop(0), logger);
  await assertSeedUsable(config);
  const ports = Array.from({ length: count }, (_, index) => config.port + 1 + index);
  await assertPortsFree([config.port, ...ports], config.host);
  const providing = { logger, defer, onDatabaseEnd: () => void stop(1) };
  const [connectionString, { isSandbox }] = await Promise.all([
    provideDatabase(config, providing),
    provideNodes(config, providing),
  ]);
  const environment = describePlace(config, { connectionString, isSandbox, count });
  const balancer = await startBalancer({ port: config.port, servers: ports });
  defer(() => balancer.stop());
  const servers: KeptServer[] = [];
  defer(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  // The first one makes tables and seed; so each waits for the one before.
  for (const [index, port] of ports.entries())
    servers.push(await keepServer({ port, environment, say: sayOf(index) }));
  while (!ports.every((port) => balancer.isReady(port)))
    await new Promise((go) => setTimeout(go, lookEveryMs));
  const endWatch = watchReadiness(balancer, servers, sayOf);
  defer(async () => endWatch());
  introduce(config, servers);
}

main().catch(async (error: unknown) => {
  if (isEndWished()) return;
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
});
