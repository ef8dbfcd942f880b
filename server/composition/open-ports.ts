import type { Log } from '#server/app/log.ts';
import type { Meter } from '#server/app/meter.ts';
import { createPasswordHasher } from '#server/app/accounts/password-hasher.ts';
import { createNewWatches } from '#server/app/money/new-watches.ts';
import type { Clock, Hints, Ports, Settings } from '#server/app/ports.ts';
import { createKeySeal } from '#server/app/posts/seal-keys.ts';
import { createChangeHearing } from '#server/app/reads/change-hearing.ts';
import { createReadMemories } from '#server/app/reads/read-memories.ts';
import { defaultPace } from '#server/domain/alert-queue.ts';
import { measureDonations, measureSweeps } from '#server/metrics/measure-ports.ts';
import { createAlarmStore } from '#server/postgres/operator/alarm-store.ts';
import { createAccountDeletionStore } from '#server/postgres/accounts/account-deletion-store.ts';
import { createAccountReader } from '#server/postgres/accounts/account-reader.ts';
import { createAccountRecoveryStore } from '#server/postgres/accounts/account-recovery-store.ts';
import { createAlertPorts } from '#server/postgres/alerts/create-alert-ports.ts';
import { createAuditLog } from '#server/postgres/operator/audit-log.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { createEventFeed } from '#server/postgres/connection/event-feed.ts';
import { createOverlayStore } from '#server/postgres/alerts/overlay-store.ts';
import { createOperationReads } from '#server/postgres/operator/operation-figures.ts';
import { createOperatorStore } from '#server/postgres/operator/operator-store.ts';
import { createPostQueue } from '#server/postgres/messages/post-queue.ts';
import { createPostStore } from '#server/postgres/messages/post-store.ts';
import { readOnItsWay } from '#server/postgres/money/on-its-way.ts';
import { createPriceStore } from '#server/postgres/donations/price-store.ts';
import { createDiscord } from '#server/posts/create-discord.ts';
import { createTwitch } from '#server/posts/create-twitch.ts';
import { createHttpPriceSource } from '#server/prices/create-http-price-source.ts';
import { lookNow } from '#server/postgres/operator/look-now.ts';
import { createRetentionStore } from '#server/postgres/donations/retention-store.ts';
import { createSecondFactorStore } from '#server/postgres/accounts/second-factor-store.ts';
import { createSessionStore } from '#server/postgres/accounts/session-store.ts';
import { createSpeechQueue, createSpeechStore } from '#server/postgres/alerts/speech-store.ts';
import { createStreamerStore } from '#server/postgres/accounts/streamer-store.ts';
import { createSweepStore } from '#server/postgres/money/sweep-store.ts';
import { createWalletHistoryStore } from '#server/postgres/money/wallet-history-store.ts';
import { createReadingGroupStore } from '#server/postgres/money/reading-group-store.ts';
import { createWatchStore } from '#server/postgres/money/watch-store.ts';
import { createWebhookQueue } from '#server/postgres/messages/webhook-queue.ts';
import { createWebhookStore } from '#server/postgres/messages/webhook-store.ts';
import { createWidgetStore } from '#server/postgres/alerts/widget-store.ts';
import { createWithdrawalStore } from '#server/postgres/money/withdrawal-store.ts';
import type { Solana } from '#server/solana/create-solana.ts';
import { createWebhookSender } from '#server/webhooks/create-webhook-sender.ts';
import type { Config } from '#server/settings/config.ts';
import { openAlarmWays } from './open-alarm-ways.ts';
import { readDisks } from './read-disks.ts';
import { readVersion } from './read-version.ts';
import type { Surroundings } from './surroundings.ts';

/** What the ports are made of, besides configuration and surroundings. */
interface PortParts {
  db: Database;
  /** A connection for reading events. */
  eventsDb: Database;
  clock: Clock;
  hints: Hints;
  clips: Ports['clips'];
  backups: Ports['backups'];
  voice: Ports['speech']['voice'];
  /** Of this process among those that share the database. */
  processId: string;
  keyEpoch: number;
  solana: Solana;
  tokens: Ports['tokens'];
  meter: Meter;
  capacity: Ports['running']['capacity'];
  /** Where the database keeps its files, if it is on this machine. */
  databaseFolder: string | null;
  onError: (error: Error) => void;
  log: Log;
}

const addressValidMs = 600_000;
const passwordFreshMs = 900_000;
/** Some ten seconds of hashing: as long as a client of ours waits. */
const generousHashQueue = 500;
const networkLabels = {
  devnet: 'Solana Devnet',
  testnet: 'Solana Testnet',
  mainnet: 'Solana Mainnet',
} as const;

/** Everything that the use cases need of the outside world, with what is measured of it. */
export function openPorts(config: Config, around: Surroundings, parts: PortParts): Ports {
  const { db, eventsDb, clock, hints, clips, voice, processId, keyEpoch, solana, meter, capacity, onError } =
    parts;
  const { tokens, log } = parts;
  const settings = readSettings(config, around, keyEpoch);
  const newWatches = createNewWatches();
  const donations = createDonationStore(db, clock, keyEpoch, {
    pace: settings.pace,
    meter,
    owner: { processId, newWatches },
    log,
  });
  const hearing = createChangeHearing();
  const events = createEventFeed(eventsDb, hints, onError, hearing);
  return {
    settings,
    clock,
    hints,
    streamers: createStreamerStore(db, clock),
    sessions: createSessionStore(db, clock),
    secondFactors: createSecondFactorStore(db, clock),
    accountRecovery: createAccountRecoveryStore(db, clock),
    accountDeletions: createAccountDeletionStore(db, clock),
    accountReader: createAccountReader(db),
    retention: createRetentionStore(db, clock),
    donations: measureDonations(donations, meter, clock),
    watches: createWatchStore(db, clock, processId, newWatches),
    readingGroups: createReadingGroupStore(db, clock),
    sweeps: measureSweeps(createSweepStore(db), meter),
    ...createAlertPorts(db, clock, meter),
    clips,
    speech: { store: createSpeechStore(db), queue: createSpeechQueue(db), voice },
    overlays: createOverlayStore(db, processId),
    widgets: createWidgetStore(db, clock),
    operations: createOperationReads(db, clock, parts.backups?.settings.everyMs ?? null),
    backups: parts.backups,
    alarms: {
      store: createAlarmStore(db, processId),
      ways: openAlarmWays(config.alarms, solana.vault),
    },
    webhooks: openWebhooks(config, db, clock),
    posts: openPosts(config.posts, { db, clock, vault: solana.vault }),
    prices: createPriceStore(db, clock),
    fiat: openFiat(config),
    operators: createOperatorStore(db, clock),
    running: {
      version: readVersion(),
      startedAt: clock.now(),
      nodes: solana.nodes,
      capacity,
      disks: () => readDisks([config.dataDir, parts.databaseFolder]),
      eventLagMs: () => events.lagMs(),
    },
    events,
    memories: createReadMemories(hearing, clock),
    audit: createAuditLog(db),
    chain: solana.chain,
    sweepChain: solana.sweepChain,
    tokens,
    payments: {
      chain: solana.paymentChain,
      lookNow: (donationId) => lookNow(db, clock, donationId),
    },
    wallet: {
      chain: solana.walletChain,
      withdrawals: createWithdrawalStore(db, clock),
      history: createWalletHistoryStore(db, clock),
      onItsWay: readOnItsWay(db),
    },
    vault: solana.vault,
    passwords: createPasswordHasher({
      ...(config.isLoopback && { waiting: generousHashQueue }),
      ...around.hashing,
    }),
    faucet: around.isSandbox ? solana.faucet : null,
  };
}

function openWebhooks(config: Config, db: Database, clock: Clock): Ports['webhooks'] {
  const rules = { publicUrl: config.publicUrl, mayReachLoopback: config.isLoopback };
  return {
    store: createWebhookStore(db, clock),
    queue: createWebhookQueue(db),
    sender: createWebhookSender(rules),
    rules,
  };
}

/** Posts to Discord and Twitch. */
function openPosts(
  { discordUrl, twitch }: Config['posts'],
  { db, clock, vault }: { db: Database; clock: Clock; vault: Ports['vault'] },
): Ports['posts'] {
  const seal = createKeySeal(vault);
  return {
    store: createPostStore(db, clock, seal),
    queue: createPostQueue(db, seal),
    discord: createDiscord(discordUrl),
    twitch: twitch === null ? null : createTwitch(twitch),
  };
}

function openFiat({ fiat }: Config): Ports['fiat'] {
  return fiat === null ? null : { settings: fiat.settings, source: createHttpPriceSource(fiat) };
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
    strictDonationCaps: config.strictDonationCaps,
    pace: around.pace ?? defaultPace,
    retention: config.retention,
    operator: config.operator,
    legalUrls: config.legalUrls,
    keyEpoch,
  };
}
