import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { noMeter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import { keepConnections, mostWaitingConnections } from '#server/http/connections.ts';
import { createHttp } from '#server/http/create-http.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { measureWorkers } from '#server/metrics/measure-ports.ts';
import { openMetrics } from '#server/metrics/open-metrics.ts';
import { secureOtherAnswers } from '#server/http/secure-other-answers.ts';
import { createLimiter } from '#server/app/limits/limiter.ts';
import { createProxyTrust } from '#server/app/limits/proxy-trust.ts';
import { createLimitCounts } from '#server/postgres/operator/limit-counts.ts';
import { noteUnknownProxy } from '#server/postgres/operator/unknown-proxies.ts';
import { openVoice } from '#server/media/speech/open-voice.ts';
import { createLoadReader } from '#server/postgres/operator/database-load.ts';
import { createDatabaseCheck } from '#server/postgres/migrate/check-database.ts';
import { findDatabaseFolder } from '#server/postgres/embedded/database-folder.ts';
import { migrate } from '#server/postgres/migrate/migrate.ts';
import { findInstallation, findUnsearchedSince } from '#server/postgres/operator/installation.ts';
import { keepProcessRow } from '#server/postgres/operator/process-row.ts';
import { batchSocketReads } from '#server/postgres/accounts/socket-reads.ts';
import { createRealtime, type Realtime } from '#server/realtime/create-realtime.ts';
import type { Solana } from '#server/solana/create-solana.ts';
import { createReadinessCheck } from './check-readiness.ts';
import { assertBelongs, claimInstallation } from './claim-installation.ts';
import type { Config } from '#server/settings/config.ts';
import { endServing } from './end-serving.ts';
import { explainListening } from './explain-listening.ts';
import { keepKeyMarks } from './keep-key-marks.ts';
import { openBackups } from './open-backups.ts';
import { openClips } from './open-clips.ts';
import { openDatabases } from './open-databases.ts';
import { openLifeline } from './open-lifeline.ts';
import { openPorts } from './open-ports.ts';
import { openSolana } from './open-solana.ts';
import { openTokens } from './open-tokens.ts';
import { startWorkers } from './start-workers.ts';
import type { Surroundings } from './surroundings.ts';
import { watchCapacity } from './watch-capacity.ts';

/** A running server. */
export interface Brava {
  url: string;
  ports: Ports;
  solana: Solana;
  stop(): Promise<void>;
}

const distDir = fileURLToPath(new URL('../../dist/', import.meta.url));

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
  const metrics = config.metrics === null ? null : openMetrics();
  const meter = metrics?.meter ?? noMeter;
  try {
    const { db, eventsDb, hints, sockets, pool } = openDatabases(around.connectionString, {
      maxConnections: config.databaseConnections,
      onError,
      meter,
    });
    closers.push(
      () => db.destroy(),
      () => eventsDb.destroy(),
    );

    const draining = new AbortController();
    const cutting = new AbortController();
    const ending = new AbortController();
    // Data that exists was made with a seed: another one that is made up now could not move its money.
    const installation = await findInstallation(db);
    const mayCreateSeed = installation === null;
    const solana = await openSolana(config, around, {
      signal: ending.signal,
      mayCreateSeed,
      meter,
      log: logger,
    });
    // Before anything is changed: with the wrong seed or chain the data stays as it was.
    const elsewhere = installation === null ? [] : await assertBelongs(installation, solana, config.network);
    if (elsewhere.length > 0)
      logger.warn({ nodes: elsewhere }, 'Nodes are on another Solana network: they are asked nothing more.');
    await migrate(around.connectionString, {
      onWait: (message) => logger.warn(message),
      onStep: (message) => logger.info(message),
    });
    const processId = randomUUID();
    const lifeline = openLifeline(around.connectionString, onError);
    closers.push(() => lifeline.db.destroy());
    let realtime: Realtime | null = null;
    let ownEpoch: number | null = null;
    let lostAt = 0;
    const processRow = await keepProcessRow(db, processId, {
      isAlone: config.databaseUrl === null,
      onError,
      lifeline,
      onLost(hasOthers) {
        lostAt = performance.now();
        logger.error(
          'The database was not reached for 4 s: what is under way is given up, for others to take over.',
        );
        sockets.cut();
        if (hasOthers) realtime?.giveUp();
      },
      onFound() {
        const awaySeconds = Math.round((performance.now() - lostAt) / 1000);
        logger.warn({ awaySeconds }, 'The database is reached again.');
        void realtime?.mend();
      },
      keyEpoch: () => ownEpoch,
      onReplaced() {
        logger.error(
          'A back-up was restored, or the books were recovered, while this server could not say that it lives: it ends. Start it again once the command is through.',
        );
        around.end?.();
      },
    });
    closers.push(() => processRow.stop());
    // A command that replaces the data counts rows: from now on none begins, and what one has changed is read.
    const { keyEpoch, genesisHash } = await claimInstallation(db, solana, config);
    ownEpoch = keyEpoch;
    if (installation === null && keyEpoch > 0)
      logger.warn(
        { keyEpoch },
        'This database is new, and the seed, or another one in its place, has served another one before. If that one was lost, stop the server and bring it back: npm run brava -- restore, or without a back-up npm run brava -- recover',
      );
    const unsearchedSince = await findUnsearchedSince(db);
    if (unsearchedSince !== null)
      logger.warn(
        { unsearchedSince },
        'A back-up was restored, and money that came after it has not been looked for to the end. Stop the server and run: npm run brava -- recover',
      );
    const seed = { seedFile: config.seedFile, fingerprint: solana.vault.fingerprint };
    const keyMarks = await keepKeyMarks(db, { seed, keyEpoch, onError });
    closers.push(() => keyMarks.stop());
    await hints.start();
    closers.push(() => hints.stop());

    const clock = around.clock ?? { now: () => new Date() };
    const waitingQueries = (): number => pool().waiting;
    const readLoad = createLoadReader(db, clock);
    const capacity = watchCapacity(config.capacity, { waitingQueries, readLoad }, logger);
    closers.push(() => capacity.stop());
    const clips = await openClips(config, { db, clock, signal: ending.signal, processId, log: logger });
    closers.push(() => clips.stop());
    const voice = config.speech.isOn ? await openVoice(config.speech.command, ending.signal) : null;
    const backups = await openBackups(config, { db, clock, connectionString: around.connectionString });
    const tokens = await openTokens(config, around, { db, clock, solana });
    const ports = openPorts(config, around, {
      backups,
      db,
      eventsDb,
      clock,
      hints,
      clips: clips.ports,
      voice,
      processId,
      keyEpoch,
      solana,
      tokens,
      meter,
      capacity: () => capacity.state(),
      databaseFolder:
        config.databaseUrl === null ? join(config.dataDir, 'postgres') : await findDatabaseFolder(db),
      onError,
      log: logger,
    });

    const checkReadiness = createReadinessCheck({
      isStopping: () => isStopping,
      isLost: () => processRow.isLost(),
      database: await createDatabaseCheck(db),
      isDatabaseAnswering: () => capacity.isDatabaseAnswering(),
      eventLagMs: () => ports.events.lagMs(),
      shedding: () => capacity.state().reasons,
    });
    const { isLoopback, trustProxy } = config;
    const limiter = createLimiter({
      limits: config.limits,
      counts: createLimitCounts(db),
      secret: solana.vault.deriveSecret('limits'),
      log: logger,
    });
    closers.push(() => limiter.stop());
    const http = await createHttp({
      ports,
      distDir,
      trustProxy,
      rateLimits: { limiter, isLoopback },
      onUnknownProxy: (peer) => void noteUnknownProxy(db, peer).catch(onError),
      draining: draining.signal,
      closing: cutting.signal,
      logger,
      meter,
      checkReadiness,
      capacity,
    });
    closers.push(() => http.close());
    const cutConnections = keepConnections(http.server, { caps: config.connectionCaps, trustProxy });
    const socketPorts = { ...ports, ...batchSocketReads(db, clock, ports), meter };
    const live = await createRealtime(http.server, socketPorts, logger, {
      isLost: () => processRow.isLost(),
      limits: { limiter, isLoopback, caps: config.socketCaps, proxies: createProxyTrust(trustProxy) },
      ...(around.announceWithinMs !== undefined && { announceWithinMs: around.announceWithinMs }),
      ...(around.elapsedMs !== undefined && { elapsedMs: around.elapsedMs }),
    });
    realtime = live;
    closers.push(() => live.stop());
    secureOtherAnswers(http.server, config.publicUrl);
    const { workers, feed } = startWorkers(ports, measureWorkers(logger, meter), {
      db,
      processId,
      solana,
      meter,
      isDatabaseAnswering: () => capacity.isDatabaseAnswering(),
    });
    const nodes = solana.watchNodes(genesisHash, { meter, log: logger, everyMs: around.askNodesEveryMs });
    // Ended after all that serves: it waits for nodes that it has asked, unless that is given up.
    closers.push(() => nodes.stop());
    const serving = { draining, cutting, ending, workers, realtime: live, http, cutConnections };
    closers.push(() => endServing(serving, config.stopGraceMs, logger));
    if (metrics !== null && config.metrics !== null) {
      const listening = metrics.listen(
        {
          ...ports,
          pool,
          capacity: () => capacity.state(),
          isDatabaseAnswering: () => capacity.isDatabaseAnswering(),
          sockets: () => live.countSockets(),
          eventLagMs: () => ports.events.lagMs(),
          feedKind: solana.feedKind,
          isFeedHealthy: () => feed()?.isHealthy() ?? false,
          checkReadiness,
          headers: securityHeaders({ publicUrl: config.publicUrl, path: '', host: '' }),
        },
        config.metrics,
      );
      const served = await listening.catch(
        explainListening(config.metrics, { port: 'METRICS_PORT', host: 'METRICS_HOST' }),
      );
      closers.push(() => served.stop());
    }
    const { port, host } = config;
    const listening = http.listen({ port, host, backlog: mostWaitingConnections });
    const url = await listening.catch(explainListening(config, { port: 'PORT', host: 'HOST' }));
    if (config.operator.contact === null && !config.isLoopback)
      logger.warn('OPERATOR_CONTACT is not set: the page on privacy says that you named no contact.');
    return { url, ports, solana, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
