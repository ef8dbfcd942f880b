import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import type { BackupStore } from '#server/app/backups/backup-ports.ts';
import { boundlessCapacity } from '#server/app/capacity.ts';
import type { ClipFiles } from '#server/app/clip-ports.ts';
import { createLimiter } from '#server/app/limits/limiter.ts';
import { limitGroups, type Limits } from '#server/app/limits/limits.ts';
import { noMeter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import { createChangeHearing } from '#server/app/reads/change-hearing.ts';
import { createReadMemories } from '#server/app/reads/read-memories.ts';
import { Secret } from '#server/app/secret.ts';
import { readConfig } from '#server/settings/config.ts';
import { createHttp } from '#server/http/create-http.ts';
import { openPorts } from '#server/composition/open-ports.ts';
import { createBackupStore } from '#server/postgres/backups/backup-store.ts';
import { createClipStore } from '#server/postgres/donations/clip-store.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { createLimitCounts } from '#server/postgres/operator/limit-counts.ts';
import { createSolana } from '#server/solana/create-solana.ts';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { createTestDatabase } from './database.ts';
import { noTokens } from './no-tokens.ts';

/** The HTTP side on a real database and real keys, without chain, workers and sockets. */
export interface HttpFixture {
  app: FastifyInstance;
  db: Database;
  connectionString: string;
  ports: Ports;
  /** What the server logged as an error: every 500 leaves a line. */
  errors: string[];
  /** Moves the server's clock on. */
  passTime(ms: number): void;
  /** One call below /api; a body goes as JSON, a token as bearer. */
  call(
    method: InjectOptions['method'],
    path: string,
    body?: unknown,
    token?: string,
  ): Promise<LightMyRequestResponse>;
  /** Registers a streamer with the password 'secret1', by a name of their own unless one is given. */
  signUp(username?: string): Promise<{ token: string; donationLink: string; user: { id: string } }>;
  stop(): Promise<void>;
}

const words = new Secret('legal winner thank year wave sausage worth useful legal winner thank yellow');
const unlimited = Object.fromEntries(limitGroups.map((group) => [group, {}])) as Limits;
const config = readConfig({
  SEED_FILE: join(tmpdir(), 'no-such-seed'),
  OPEN_DONATIONS_PER_LINK: '1000',
  OPEN_DONATIONS_PER_ADDRESS: '1000',
});
/** Where nothing is uploaded, no file is asked for. */
const noFiles = {} as ClipFiles;

/** Opens the fixture on a database of its own. Passwords are hashed cheaply; limits are off unless given. */
export async function openHttp(
  given: {
    limits?: Partial<Limits>;
    faucet?: Ports['faucet'];
    fiat?: Ports['fiat'];
    tokens?: Ports['tokens'];
    backups?: (store: BackupStore) => Ports['backups'];
  } = {},
): Promise<HttpFixture> {
  const database = await createTestDatabase();
  const sandbox = await startSandbox();
  const errors: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const onError = (error: Error): void => void errors.push(error.message);
  const db = openDatabase(database.connectionString, { maxConnections: 4, onError });
  let passedMs = 0;
  const clock = { now: () => new Date(Date.now() + passedMs) };
  const around = {
    connectionString: database.connectionString,
    nodes: { rpcUrls: [sandbox.url], wsUrls: [sandbox.wsUrl] },
    isSandbox: false,
    hashing: { memoryKiB: 64, passes: 1, running: 2, waiting: 1000 },
  };
  const solana = await createSolana({
    rpc: { urls: [sandbox.url], limits: null },
    feed: around.nodes,
    words,
  });
  const opened = openPorts(config, around, {
    db,
    eventsDb: db,
    clock,
    hints: { on: () => () => undefined },
    clips: { store: createClipStore(db, clock), files: noFiles, intake: null },
    backups: given.backups?.(createBackupStore(db, clock)) ?? null,
    voice: null,
    processId: randomUUID(),
    keyEpoch: 0,
    solana,
    tokens: given.tokens ?? noTokens,
    meter: noMeter,
    capacity: () => boundlessCapacity.state(),
    databaseFolder: null,
    onError,
    log: logger,
  });
  const ports: Ports = {
    ...opened,
    // No process is there for alerts and new addresses, and nothing hears of changes: every question goes to the database.
    donations: createDonationStore(db, clock, 0),
    memories: createReadMemories(createChangeHearing(), clock),
    running: { ...opened.running, disks: async () => [], eventLagMs: () => 0 },
    fiat: given.fiat ?? null,
    faucet: given.faucet ?? null,
  };
  const limiter = createLimiter({
    limits: { ...unlimited, ...given.limits },
    counts: createLimitCounts(db),
    secret: ports.vault.deriveSecret('limits'),
    log: { warn: (_, message) => void errors.push(message) },
  });
  const app = await createHttp({
    ports,
    distDir: join(tmpdir(), 'no-such-build'),
    trustProxy: [],
    rateLimits: { limiter, isLoopback: false },
    logger,
  });
  const call: HttpFixture['call'] = (method, path, body, token) =>
    app.inject({
      url: `/api${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(method !== undefined && { method }),
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  const register = (username: string) => call('POST', '/auth/register', { username, password: 'secret1' });
  return {
    app,
    db,
    connectionString: database.connectionString,
    ports,
    errors,
    call,
    passTime: (ms) => void (passedMs += ms),
    signUp: async (username = randomUUID().slice(0, 13)) => {
      const reply = await register(username);
      // A test that is run again finds the name of its first run taken.
      return (reply.statusCode === 409 ? await register(`${username}-again`) : reply).json();
    },
    stop: async () => {
      await app.close();
      await limiter.stop();
      await sandbox.stop();
      await db.destroy();
      await database.drop();
    },
  };
}
