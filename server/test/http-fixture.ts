import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import type { ClipFiles } from '#server/app/clip-ports.ts';
import { boundlessCapacity } from '#server/app/capacity.ts';
import { createPasswordHasher } from '#server/app/password-hasher.ts';
import type { Ports } from '#server/app/ports.ts';
import { createChangeHearing } from '#server/app/reads/change-hearing.ts';
import { createReadMemories } from '#server/app/reads/read-memories.ts';
import { Secret } from '#server/app/secret.ts';
import { defaultPace } from '#server/domain/alert-queue.ts';
import { createHttp } from '#server/http/create-http.ts';
import { createLimiter } from '#server/app/limits/limiter.ts';
import { limitGroups, type Limits } from '#server/app/limits/limits.ts';
import { createLimitCounts } from '#server/postgres/limit-counts.ts';
import { openPosts } from '#server/open-ports.ts';
import { readPosts } from '#server/post-settings.ts';
import { createAccountDeletionStore } from '#server/postgres/account-deletion-store.ts';
import { createAccountReader } from '#server/postgres/account-reader.ts';
import { createAccountRecoveryStore } from '#server/postgres/account-recovery-store.ts';
import { createAlarmStore } from '#server/postgres/alarm-store.ts';
import { createAlertPorts } from '#server/postgres/create-alert-ports.ts';
import type { BackupStore } from '#server/app/backups/backup-ports.ts';
import { createBackupStore } from '#server/postgres/backup-store.ts';
import { createAuditLog } from '#server/postgres/audit-log.ts';
import { createClipStore } from '#server/postgres/clip-store.ts';
import { type Database, openDatabase } from '#server/postgres/database.ts';
import { createDonationStore } from '#server/postgres/donation-store.ts';
import { createPriceStore } from '#server/postgres/price-store.ts';
import { createOperationReads } from '#server/postgres/operation-figures.ts';
import { createOperatorStore } from '#server/postgres/operator-store.ts';
import { lookNow } from '#server/postgres/look-now.ts';
import { createRetentionStore } from '#server/postgres/retention-store.ts';
import { createSecondFactorStore } from '#server/postgres/second-factor-store.ts';
import { createSessionStore } from '#server/postgres/session-store.ts';
import { createSpeechQueue, createSpeechStore } from '#server/postgres/speech-store.ts';
import { createStreamerStore } from '#server/postgres/streamer-store.ts';
import { createWalletHistoryStore } from '#server/postgres/wallet-history-store.ts';
import { createWebhookQueue } from '#server/postgres/webhook-queue.ts';
import { createWebhookStore } from '#server/postgres/webhook-store.ts';
import { createWidgetStore } from '#server/postgres/widget-store.ts';
import { createWithdrawalStore } from '#server/postgres/withdrawal-store.ts';
import { createWebhookSender } from '#server/webhooks/create-webhook-sender.ts';
import { createChainReader } from '#server/solana/chain-reader.ts';
import { createPaymentChain } from '#server/solana/payment-chain.ts';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { createWalletChain } from '#server/solana/wallet-chain.ts';
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
  /** Registers a streamer with the password 'secret1'. */
  signUp(username: string): Promise<{ token: string; donationLink: string; user: { id: string } }>;
  stop(): Promise<void>;
}

const words = new Secret('legal winner thank year wave sausage worth useful legal winner thank yellow');
const unlimited = Object.fromEntries(limitGroups.map((group) => [group, {}])) as Limits;
const webhookRules = { publicUrl: 'http://localhost:3000', mayReachLoopback: true };
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
  const db = openDatabase(database.connectionString, {
    maxConnections: 4,
    onError: (error) => errors.push(error.message),
  });
  let passedMs = 0;
  const clock = { now: () => new Date(Date.now() + passedMs) };
  const client = createRpcClient({ urls: [sandbox.url], limits: null });
  const vault = await createKeyVault(words);
  const ports = {
    settings: {
      publicUrl: 'http://localhost:3000',
      network: 'devnet',
      networkLabel: 'Solana Devnet',
      explorerUrl: null,
      socialUrl: null,
      addressValidMs: 600_000,
      passwordFreshMs: 900_000,
      openDonationCaps: { perLink: 1000, perCreator: 1000 },
      strictDonationCaps: { perLink: 1000, perCreator: 1000 },
      pace: defaultPace,
      retention: { defaultDays: null, maxDays: null },
      operator: { name: null, contact: null },
      legalUrls: { privacy: null, terms: null },
      keyEpoch: 0,
    },
    clock,
    streamers: createStreamerStore(db, clock),
    sessions: createSessionStore(db, clock),
    secondFactors: createSecondFactorStore(db, clock),
    accountRecovery: createAccountRecoveryStore(db, clock),
    accountDeletions: createAccountDeletionStore(db, clock),
    accountReader: createAccountReader(db),
    retention: createRetentionStore(db, clock),
    donations: createDonationStore(db, clock, 0),
    clips: { store: createClipStore(db, clock), files: noFiles, intake: null },
    ...createAlertPorts(db, clock),
    speech: { store: createSpeechStore(db), queue: createSpeechQueue(db), voice: null },
    widgets: createWidgetStore(db, clock),
    operations: createOperationReads(db, clock),
    alarms: { store: createAlarmStore(db, randomUUID()), ways: [] },
    backups: given.backups?.(createBackupStore(db, clock)) ?? null,
    webhooks: {
      store: createWebhookStore(db, clock),
      queue: createWebhookQueue(db),
      sender: createWebhookSender(webhookRules),
      rules: webhookRules,
    },
    posts: openPosts(readPosts({}), { db, clock, vault }),
    operators: createOperatorStore(db, clock),
    prices: createPriceStore(db, clock),
    fiat: given.fiat ?? null,
    // Nobody hears of changes here, so every question goes to the database.
    memories: createReadMemories(createChangeHearing(), clock),
    running: {
      version: '0.0.0',
      startedAt: clock.now(),
      nodes: client.nodes,
      capacity: () => boundlessCapacity.state(),
      disks: async () => [],
      eventLagMs: () => 0,
    },
    audit: createAuditLog(db),
    chain: createChainReader(client),
    payments: {
      chain: createPaymentChain(client.patient, { limits: null, signal: new AbortController().signal }),
      lookNow: (donationId) => lookNow(db, clock, donationId),
    },
    wallet: {
      chain: createWalletChain(client.patient, vault),
      withdrawals: createWithdrawalStore(db, clock),
      history: createWalletHistoryStore(db, clock),
    },
    tokens: given.tokens ?? noTokens,
    vault,
    passwords: createPasswordHasher({ memoryKiB: 64, passes: 1, running: 2, waiting: 1000 }),
    faucet: given.faucet ?? null,
  } as Partial<Ports> as Ports;
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
    logger: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
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
    signUp: async (username) => {
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
