import { assertSeedUsable } from './composition/claim-installation.ts';
import { startBrava } from './composition/compose.ts';
import { type Config, ConfigError, readConfig, readEnvironment } from './settings/config.ts';
import { endInOrder } from './process/end-in-order.ts';
import { keepTickShape } from './process/keep-tick-shape.ts';
import { createLogger } from './logging/logger.ts';
import { returnMemoryWhenQuiet } from './process/return-memory.ts';
import { provideDatabase, provideNodes } from './process/provide-surroundings.ts';
import { sandboxUrlOf } from './settings/sandbox-url.ts';
import { listIgnoredNames } from './settings/settings-files.ts';
import { giveUpSlowEnd, stopOnSignals } from './process/stop-signals.ts';

const { defer, stop, isEndWished } = endInOrder();

function describeChain(config: Config): string {
  if (config.nodes !== null) return `Solana ${config.network}`;
  return `sandbox chain: RPC ${sandboxUrlOf(config)}`;
}

async function main(): Promise<void> {
  const config = readConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  for (const words of listIgnoredNames()) logger.warn(words);
  stopOnSignals(() => stop(0), logger);
  returnMemoryWhenQuiet();
  keepTickShape();
  await assertSeedUsable(config);
  const providing = { logger, defer, onDatabaseEnd: () => void stop(1) };
  const [connectionString, chain] = await Promise.all([
    provideDatabase(config, providing),
    provideNodes(config, providing),
  ]);
  const end = (): void => {
    giveUpSlowEnd(logger);
    void stop(1);
  };
  const brava = await startBrava(config, { connectionString, ...chain, end }, logger);
  defer(() => brava.stop());
  const seconds = process.uptime().toFixed(1);
  console.log(`\n  Brava is ready: ${config.publicUrl}\n  (${seconds} s; ${describeChain(config)})\n`);
}

main().catch(async (error: unknown) => {
  if (isEndWished()) return;
  const words = error instanceof Error ? error.message : String(error);
  console.error(`\n${error instanceof ConfigError ? 'Brava did not start. ' : ''}${words}\n`);
  await stop(1);
});
