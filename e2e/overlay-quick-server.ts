import { join } from 'node:path';
import { pino } from 'pino';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { startBrava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { defaultPace } from '#server/domain/alert-queue.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';

/** Alerts as in the product, only fifty times as fast; interrupted again and again, none of them goes to the tray. */
const pace = {
  ...defaultPace,
  cardMs: 150,
  gapMs: 20,
  acknowledgeAfterMs: 100,
  resendAfterMs: 150,
  maxAttempts: 1000,
};

/** The whole product in this process, in the folder and at the port that it is given; it prints 'ready' and ends on SIGTERM. */
async function main(folder: string, port: string): Promise<void> {
  const logger = pino({ level: 'warn' }, pino.destination(2));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: (line) => logger.info(line),
    onExit: () => process.exit(1),
  });
  const sandbox = await startSandbox({ slotMs: 25, finalizedLag: 8 });
  const config = readConfig({ PORT: port, SEED_FILE: join(folder, 'keys', 'seed') });
  const brava = await startBrava(
    config,
    {
      connectionString: postgres.connectionString,
      nodes: { rpcUrls: [sandbox.url], wsUrls: [sandbox.wsUrl] },
      isSandbox: true,
      pace,
    },
    logger,
  );
  process.once('SIGTERM', () => {
    void brava
      .stop()
      .then(() => sandbox.stop())
      .then(() => postgres.stop())
      .then(() => process.exit(0));
  });
  console.log('ready');
}

const [, , folder = '', port = ''] = process.argv;
await main(folder, port);
