import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';
import { startSandbox, type Sandbox } from '#sandbox/start-sandbox.ts';
import { type AlertPace, defaultPace } from '#server/domain/alert-queue.ts';
import { type Brava, startBrava } from '#server/composition/compose.ts';
import type { Surroundings } from '#server/composition/surroundings.ts';
import { readConfig } from '#server/settings/config.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

/** Alerts as in the product, only quicker, so that no test waits seven seconds. */
export const quickPace: AlertPace = {
  ...defaultPace,
  cardMs: 150,
  gapMs: 20,
  acknowledgeAfterMs: 100,
  resendAfterMs: 150,
};

/** A whole server on a database and a chain of its own. */
export interface TestServer {
  url: string;
  sandbox: Sandbox;
  connectionString: string;
  seedFile: string;
  dataDir: string;
  logger: Logger;
  /** What a second server beside this one needs. */
  around(): Surroundings;
  /** Moves the time of server and chain on. */
  passTime(ms: number): void;
  /** Sets the clock of server and chain; how much time has passed is known all the same. */
  setClock(byMs: number): void;
  /** Ends the server and starts a new one on the same database and chain. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts everything in this process: real database, real chain, real sockets. */
export async function startTestServer(
  options: {
    pace?: AlertPace;
    slotMs?: number;
    finalizedLag?: number;
    environment?: Record<string, string>;
    /** Made once the chain runs: what depends on what was put there before the server starts. */
    onChain?: (sandbox: Sandbox) => Promise<Record<string, string>>;
    announceWithinMs?: number;
    hashing?: Surroundings['hashing'];
    /** By which way the server comes to its database; straight by default. */
    databaseWay?: (connectionString: string) => Promise<string>;
    /** Where the log goes; standard output by default. */
    log?: DestinationStream;
  } = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-test-'));
  const database = await createTestDatabase();
  const connectionString =
    (await options.databaseWay?.(database.connectionString)) ?? database.connectionString;
  let shiftMs = 0;
  let passedMs = 0;
  const now = (): number => Date.now() + shiftMs;
  const sandbox = await startSandbox({
    slotMs: options.slotMs ?? 25,
    finalizedLag: options.finalizedLag ?? 8,
    now,
  });
  const port = await freePort();
  const seedFile = join(folder, 'seed');
  const dataDir = join(folder, 'data');
  const config = readConfig({
    PORT: String(port),
    SEED_FILE: seedFile,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    BACKUPS: 'off',
    ...options.environment,
    ...(await options.onChain?.(sandbox)),
  });
  const logger = pino({ level: config.logLevel }, options.log ?? pino.destination(1));
  const around = (): Surroundings => ({
    connectionString,
    nodes: { rpcUrls: [sandbox.url], wsUrls: [sandbox.wsUrl] },
    isSandbox: true,
    pace: options.pace ?? quickPace,
    clock: { now: () => new Date(now()) },
    elapsedMs: () => performance.now() + passedMs,
    ...(options.announceWithinMs !== undefined && { announceWithinMs: options.announceWithinMs }),
    ...(options.hashing !== undefined && { hashing: options.hashing }),
  });
  const start = (): Promise<Brava> => startBrava(config, around(), logger);
  let brava = await start();
  return {
    url: brava.url,
    sandbox,
    connectionString: database.connectionString,
    seedFile,
    dataDir,
    logger,
    around,
    passTime(ms) {
      shiftMs += ms;
      passedMs += ms;
    },
    setClock(byMs) {
      shiftMs += byMs;
    },
    async restart() {
      await brava.stop();
      brava = await start();
    },
    async stop() {
      await brava.stop();
      await sandbox.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
