import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { createPasswordHasher } from '#server/app/password-hasher.ts';
import type { Clock, Ports, Settings } from '#server/app/ports.ts';
import { type AlertPace, defaultPace } from '#server/domain/alert-queue.ts';
import { trackConnections } from '#server/http/connections.ts';
import { createHttp } from '#server/http/create-http.ts';
import { publicRateLimits, type RateLimits } from '#server/http/rate-limits.ts';
import { secureOtherAnswers } from '#server/http/secure-other-answers.ts';
import { createAlertPorts } from '#server/postgres/create-alert-ports.ts';
import { createAuditLog } from '#server/postgres/audit-log.ts';
import { openDatabase } from '#server/postgres/database.ts';
import { createDonationStore } from '#server/postgres/donation-store.ts';
import { createEventFeed } from '#server/postgres/event-feed.ts';
import { createHints } from '#server/postgres/hints.ts';
import { migrate } from '#server/postgres/migrate.ts';
import { createOverlayStore } from '#server/postgres/overlay-store.ts';
import { findInstallation } from '#server/postgres/installation.ts';
import { lookNow } from '#server/postgres/look-now.ts';
import { keepProcessRow } from '#server/postgres/process-row.ts';
import { createSecondFactorStore } from '#server/postgres/second-factor-store.ts';
import { createSessionStore } from '#server/postgres/session-store.ts';
import { createStreamerStore } from '#server/postgres/streamer-store.ts';
import { createSweepStore } from '#server/postgres/sweep-store.ts';
import { createWatchStore } from '#server/postgres/watch-store.ts';
import { createWidgetStore } from '#server/postgres/widget-store.ts';
import { createRealtime } from '#server/realtime/create-realtime.ts';
import { createSolana, type Solana } from '#server/solana/create-solana.ts';
import { loadOrCreateSeed } from '#server/solana/seed-file.ts';
import { deleteClips, sweepClipFiles } from '#server/workers/delete-clips.ts';
import { dispatchAlerts } from '#server/workers/dispatch-alerts.ts';
import { settleEntries } from '#server/workers/settle-entries.ts';
import { sweep } from '#server/workers/sweep.ts';
import { watchPayments } from '#server/workers/watch-payments.ts';
import { assertBelongs, claimInstallation } from './claim-installation.ts';
import type { Config } from './config.ts';
import { endServing } from './end-serving.ts';
import { keepKeyMarks } from './keep-key-marks.ts';
import { openClips } from './open-clips.ts';

/** Where the parts that the server does not contain are found. */
export interface Surroundings {
  connectionString: string;
  nodes: { rpcUrls: string[]; wsUrls: string[] };
  isSandbox: boolean;
  /** Tests shorten it; the product's by default. */
  pace?: AlertPace;
  /** Tests move it; the machine's by default. */
  clock?: Clock;
}

/** A running server. */
export interface Brava {
  url: string;
  ports: Ports;
  solana: Solana;
  stop(): Promise<void>;
}

const distDir = fileURLToPath(new URL('../dist/', import.meta.url));
const addressValidMs = 600_000;
const passwordFreshMs = 900_000;
/** Some ten seconds of hashing: as long as a client of ours waits. */
const generousHashQueue = 500;
const networkLabels = {
  devnet: 'Solana Devnet',
  testnet: 'Solana Testnet',
  mainnet: 'Solana Mainnet',
} as const;

/**
 * Puts every part together, migrates the database and serves.
 *
 * Throws with a sentence for the operator when the data belongs to another seed or another chain; then nothing runs.
 */
export async function startBrava(
  config: Config,
  around: Surroundings,
  logger: FastifyBaseLogger,
): Promise<Brava> {
  let isStopping = false;
  const onError = (error: Error): void => {
    // Connections that end while the server stops are no news.
    if (!isStopping) logger.warn({ error }, 'The database connection had a problem.');
  };
  const closers: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    isStopping = true;
    for (const close of closers.splice(0).toReversed()) {
      await close().catch((error: unknown) =>
        logger.error({ error }, 'A part of the server did not end well.'),
      );
    }
  };
  try {
    const db = openDatabase(around.connectionString, { maxConnections: config.databaseConnections, onError });
    closers.push(() => db.destroy());

    const draining = new AbortController();
    const cutting = new AbortController();
    const ending = new AbortController();
    // Data that exists was made with a seed: another one that is made up now could not move its money.
    const installation = await findInstallation(db);
    const mayCreateSeed = installation === null;
    const solana = await openSolana(config, around, { signal: ending.signal, mayCreateSeed });
    // Before anything is changed: with the wrong seed or chain the data stays as it was.
    if (installation !== null) await assertBelongs(installation, solana);
    await migrate(around.connectionString, { onWait: (message) => logger.warn(message) });
    const { keyEpoch } = await claimInstallation(db, solana, config.seedFile);
    const processId = randomUUID();
    const processRow = await keepProcessRow(db, processId, { isAlone: config.databaseUrl === null, onError });
    closers.push(() => processRow.stop());
    const keyMarks = await keepKeyMarks(db, { seedFile: config.seedFile, keyEpoch, onError });
    closers.push(() => keyMarks.stop());
    const hints = createHints(around.connectionString, onError);
    await hints.start();
    closers.push(() => hints.stop());

    const clock = around.clock ?? { now: () => new Date() };
    const clips = await openClips(config, { db, clock, signal: ending.signal });
    closers.push(() => clips.stop());
    const ports: Ports = {
      settings: readSettings(config, around, keyEpoch),
      clock,
      hints,
      streamers: createStreamerStore(db, clock),
      sessions: createSessionStore(db, clock),
      secondFactors: createSecondFactorStore(db, clock),
      donations: createDonationStore(db, clock, keyEpoch),
      watches: createWatchStore(db, clock, processId),
      sweeps: createSweepStore(db),
      ...createAlertPorts(db, clock),
      clips: clips.ports,
      overlays: createOverlayStore(db, processId),
      widgets: createWidgetStore(db, clock),
      events: createEventFeed(db, hints, onError),
      audit: createAuditLog(db),
      chain: solana.chain,
      sweepChain: solana.sweepChain,
      payments: {
        chain: solana.paymentChain,
        lookNow: (donationId) => lookNow(db, clock, donationId),
      },
      vault: solana.vault,
      passwords: createPasswordHasher(config.isLoopback ? { waiting: generousHashQueue } : {}),
      faucet: around.isSandbox ? solana.faucet : null,
    };

    const http = await createHttp({
      ports,
      distDir,
      trustProxy: config.trustProxy,
      rateLimits: config.isLoopback ? generous(publicRateLimits) : publicRateLimits,
      ...(config.isLoopback && { uploadsPerAddress: Infinity }),
      draining: draining.signal,
      closing: cutting.signal,
      logger,
    });
    closers.push(() => http.close());
    const cutConnections = trackConnections(http.server);
    const realtime = await createRealtime(http.server, ports, logger);
    closers.push(() => realtime.stop());
    secureOtherAnswers(http.server, config.publicUrl);
    const workers = [
      watchPayments(ports, logger, (events) => solana.openFeed(events)),
      settleEntries(ports, logger),
      dispatchAlerts(ports, logger),
      sweep(ports, logger),
      deleteClips(ports, logger),
      sweepClipFiles(ports, logger),
    ];
    const serving = { draining, cutting, ending, workers, realtime, http, cutConnections };
    closers.push(() => endServing(serving, config.stopGraceMs, logger));
    const url = await http.listen({ port: config.port, host: config.host });
    return { url, ports, solana, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openSolana(
  config: Config,
  around: Surroundings,
  { signal, mayCreateSeed }: { signal: AbortSignal; mayCreateSeed: boolean },
): Promise<Solana> {
  const { words } = await loadOrCreateSeed({
    seedFile: config.seedFile,
    masterSeed: config.masterSeed ?? undefined,
    passphrase: config.seedPassphrase ?? undefined,
    mayCreate: mayCreateSeed,
  });
  return await createSolana({
    rpc: { urls: around.nodes.rpcUrls, limits: around.isSandbox ? null : config.nodeLimits, signal },
    feed: { wsUrls: around.nodes.wsUrls },
    words,
  });
}

function readSettings(config: Config, around: Surroundings, keyEpoch: number): Settings {
  return {
    publicUrl: config.publicUrl,
    network: config.network,
    networkLabel: networkLabels[config.network],
    explorerUrl: config.explorerUrl,
    socialUrl: config.socialUrl,
    addressValidMs,
    passwordFreshMs,
    openDonationCaps: config.openDonationCaps,
    pace: around.pace ?? defaultPace,
    keyEpoch,
  };
}

/** While only this machine can come, trying it out with many accounts is not punished. Keys stay as guarded as ever. */
function generous(limits: RateLimits): RateLimits {
  const groups = Object.entries(limits) as [keyof RateLimits, RateLimits[keyof RateLimits]][];
  return Object.fromEntries(
    groups.map(([group, limit]) => [
      group,
      group === 'exportKey' ? limit : { ...limit, max: limit.max * 1000 },
    ]),
  ) as RateLimits;
}
