import { boundlessCapacity } from '#server/app/capacity.ts';
import { createServer } from 'node:http';
import { Kysely } from 'kysely';
import type { ChainFeed } from '#server/app/chain-ports.ts';
import type { ClipFiles } from '#server/app/clip-ports.ts';
import type { Log } from '#server/app/log.ts';
import { noMeter } from '#server/app/meter.ts';
import { createNewWatches } from '#server/app/new-watches.ts';
import type { Hints, HintTopic, Ports } from '#server/app/ports.ts';
import { defaultPace } from '#server/domain/alert-queue.ts';
import { openPosts } from '#server/open-ports.ts';
import { readPosts } from '#server/post-settings.ts';
import { createAccountDeletionStore } from '#server/postgres/account-deletion-store.ts';
import { createAccountReader } from '#server/postgres/account-reader.ts';
import { createAccountRecoveryStore } from '#server/postgres/account-recovery-store.ts';
import { createAlarmStore } from '#server/postgres/alarm-store.ts';
import { createAlertPorts } from '#server/postgres/create-alert-ports.ts';
import { createAuditLog } from '#server/postgres/audit-log.ts';
import { createClipStore } from '#server/postgres/clip-store.ts';
import { createDonationStore } from '#server/postgres/donation-store.ts';
import { createChangeHearing } from '#server/app/reads/change-hearing.ts';
import { createReadMemories } from '#server/app/reads/read-memories.ts';
import { createEventFeed } from '#server/postgres/event-feed.ts';
import { createPriceStore } from '#server/postgres/price-store.ts';
import { createOperationReads } from '#server/postgres/operation-figures.ts';
import { createOperatorStore } from '#server/postgres/operator-store.ts';
import { createOverlayStore } from '#server/postgres/overlay-store.ts';
import { lookNow } from '#server/postgres/look-now.ts';
import { keepProcessRow } from '#server/postgres/process-row.ts';
import type { Schema } from '#server/postgres/schema.ts';
import { createRetentionStore } from '#server/postgres/retention-store.ts';
import { createSecondFactorStore } from '#server/postgres/second-factor-store.ts';
import { createSessionStore } from '#server/postgres/session-store.ts';
import { createSpeechQueue, createSpeechStore } from '#server/postgres/speech-store.ts';
import { createStreamerStore } from '#server/postgres/streamer-store.ts';
import { createSweepStore } from '#server/postgres/sweep-store.ts';
import { createWalletHistoryStore } from '#server/postgres/wallet-history-store.ts';
import { createReadingGroupStore } from '#server/postgres/reading-group-store.ts';
import { createWatchStore } from '#server/postgres/watch-store.ts';
import { createWebhookQueue } from '#server/postgres/webhook-queue.ts';
import { createWebhookStore } from '#server/postgres/webhook-store.ts';
import { createWidgetStore } from '#server/postgres/widget-store.ts';
import { createWithdrawalStore } from '#server/postgres/withdrawal-store.ts';
import { createRealtime } from '#server/realtime/create-realtime.ts';
import { createChainReader } from '#server/solana/chain-reader.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import { createPaymentChain } from '#server/solana/payment-chain.ts';
import { noTokens } from '#server/test/no-tokens.ts';
import type { PostText } from '#server/solana/post-text.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { createSweepChain } from '#server/solana/sweep-chain.ts';
import { createWalletChain } from '#server/solana/wallet-chain.ts';
import { createWebhookSender } from '#server/webhooks/create-webhook-sender.ts';
import { closeOverlays } from '#server/workers/close-overlays.ts';
import { dispatchAlerts } from '#server/workers/dispatch-alerts.ts';
import { readGroups } from '#server/workers/read-groups.ts';
import { settleEntries } from '#server/workers/settle-entries.ts';
import { showHeld } from '#server/workers/show-held.ts';
import { sweep } from '#server/workers/sweep.ts';
import { withdraw } from '#server/workers/withdraw.ts';
import { watchPayments } from '#server/workers/watch-payments.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import { type DatabaseAccess, simulatedDialect } from './simulated-dialect.ts';
import { simulatedFeed } from './simulated-feed.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { type SocketDoor, openSocketDoor } from './socket-door.ts';

/** What every process of a run shares. */
export interface Machine {
  access: DatabaseAccess;
  chain: SimulatedChain;
  faults: FaultPlan;
  random: SeededRandom;
  vault: SigningVault;
  nodeUrls: string[];
  /** The network to them. */
  openPost: (url: string) => PostText;
  log: Log;
  /** The only process on its database: what a predecessor held is free at once. */
  isAlone: boolean;
  /** Somebody will take money out of a wallet. */
  hasWithdrawals: boolean;
  addressValidMs: number;
}

/** No simulated streamer has a webhook. */
const webhookRules = { publicUrl: 'http://127.0.0.1:3000', mayReachLoopback: false };

/** A server of the product that is up. */
export interface RunningServer {
  life: SimulatedProcess;
  ports: Ports;
  door: SocketDoor;
  wake: (topic: HintTopic) => void;
}

/**
 * Starts the product's own code as one process: stores, chain adapter, workers and sockets, put together as
 * `compose.ts` does. What differs is below them: the database's driver, the network to the nodes, timers, and the chain's feed.
 */
export async function startServer(machine: Machine, life: SimulatedProcess): Promise<RunningServer> {
  const { access, chain, random, vault, log } = machine;
  const db = new Kysely<Schema>({ dialect: simulatedDialect(access, life) });
  const clock = { now: () => new Date() };
  const processId = random.uuid();
  const onError = (error: Error): void => log.warn({ error }, 'The database connection had a problem.');
  await keepProcessRow(db, processId, { isAlone: machine.isAlone, onError });
  const hints = simulatedHints();
  const newWatches = createNewWatches();
  const client = createRpcClient({
    urls: machine.nodeUrls,
    limits: null,
    openPost: machine.openPost,
  });
  const ports: Ports = {
    settings: {
      publicUrl: 'http://127.0.0.1:3000',
      network: 'devnet',
      networkLabel: 'Solana Devnet',
      explorerUrl: null,
      socialUrl: null,
      addressValidMs: machine.addressValidMs,
      passwordFreshMs: 900_000,
      retention: { defaultDays: null, maxDays: null },
      operator: { name: null, contact: null },
      legalUrls: { privacy: null, terms: null },
      openDonationCaps: { perLink: 1000, perCreator: 1000 },
      strictDonationCaps: { perLink: 1000, perCreator: 1000 },
      pace: defaultPace,
      keyEpoch: 0,
    },
    clock,
    hints,
    streamers: createStreamerStore(db, clock),
    sessions: createSessionStore(db, clock),
    secondFactors: createSecondFactorStore(db, clock),
    accountRecovery: createAccountRecoveryStore(db, clock),
    accountDeletions: createAccountDeletionStore(db, clock),
    accountReader: createAccountReader(db),
    retention: createRetentionStore(db, clock),
    donations: createDonationStore(db, clock, 0, {
      pace: defaultPace,
      meter: noMeter,
      owner: { processId, newWatches },
      log,
    }),
    watches: createWatchStore(db, clock, processId, newWatches),
    readingGroups: createReadingGroupStore(db, clock, 2),
    sweeps: createSweepStore(db),
    ...createAlertPorts(db, clock),
    clips: { store: createClipStore(db, clock), files: {} as ClipFiles, intake: null },
    speech: { store: createSpeechStore(db), queue: createSpeechQueue(db), voice: null },
    overlays: createOverlayStore(db, processId),
    widgets: createWidgetStore(db, clock),
    operations: createOperationReads(db, clock),
    alarms: { store: createAlarmStore(db, processId), ways: [] },
    backups: null,
    webhooks: {
      store: createWebhookStore(db, clock),
      queue: createWebhookQueue(db),
      sender: createWebhookSender(webhookRules),
      rules: webhookRules,
    },
    posts: openPosts(readPosts({}), { db, clock, vault }),
    operators: createOperatorStore(db, clock),
    prices: createPriceStore(db, clock),
    fiat: null,
    running: {
      version: '0.0.0',
      startedAt: clock.now(),
      nodes: client.nodes,
      capacity: () => boundlessCapacity.state(),
      disks: async () => [],
      eventLagMs: () => 0,
    },
    events: createEventFeed(db, hints, onError),
    // Nothing is told to it: every read is of the database.
    memories: createReadMemories(createChangeHearing(), clock),
    audit: createAuditLog(db),
    chain: createChainReader(client),
    sweepChain: createSweepChain(client.patient, vault),
    tokens: noTokens,
    payments: {
      chain: createPaymentChain(client.patient, { limits: null, signal: new AbortController().signal }),
      lookNow: (donationId) => lookNow(db, clock, donationId),
    },
    wallet: {
      chain: createWalletChain(client.patient, vault),
      withdrawals: createWithdrawalStore(db, clock),
      history: createWalletHistoryStore(db, clock),
    },
    vault,
    passwords: { hash: refusePasswords, verify: refusePasswords },
    faucet: null,
  };
  const door = openSocketDoor(random);
  const opening = createRealtime(createServer(), ports, log);
  // At once: the next namespace that is opened may be another process's.
  door.close();
  await opening;
  const around = { chain, time: access.time, faults: machine.faults, random: random.fork() };
  let feed: ChainFeed | undefined;
  watchPayments(ports, log, (events) => (feed = simulatedFeed(around, life, events)));
  readGroups(ports, log);
  settleEntries(ports, log, () => feed?.finalizedSlot() ?? null);
  dispatchAlerts(ports, log);
  closeOverlays(ports, log);
  showHeld(ports, log);
  sweep(ports, log);
  if (machine.hasWithdrawals) withdraw(ports, log);
  return { life, ports, door, wake: hints.wake };
}

function simulatedHints(): Hints & { wake: (topic: HintTopic) => void } {
  const listeners = new Map<HintTopic, Set<() => void>>();
  return {
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => set.delete(listener);
    },
    wake: (topic) => {
      for (const listener of listeners.get(topic) ?? []) listener();
    },
  };
}

async function refusePasswords(): Promise<never> {
  throw new Error('Nobody signs in within a simulation');
}
