import { createServer } from 'node:http';
import { Kysely } from 'kysely';
import { boundlessCapacity } from '#server/app/capacity.ts';
import type { ChainFeed } from '#server/app/chain-ports.ts';
import type { ClipFiles } from '#server/app/clip-ports.ts';
import type { Log } from '#server/app/log.ts';
import { noMeter } from '#server/app/meter.ts';
import type { Hints, HintTopic, Ports } from '#server/app/ports.ts';
import { createChangeHearing } from '#server/app/reads/change-hearing.ts';
import { createReadMemories } from '#server/app/reads/read-memories.ts';
import { readConfig } from '#server/settings/config.ts';
import { openPorts } from '#server/composition/open-ports.ts';
import { openTokens } from '#server/composition/open-tokens.ts';
import { createClipStore } from '#server/postgres/donations/clip-store.ts';
import { createEventFeed } from '#server/postgres/connection/event-feed.ts';
import { keepProcessRow } from '#server/postgres/operator/process-row.ts';
import { createReadingGroupStore } from '#server/postgres/money/reading-group-store.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';
import { createRealtime } from '#server/realtime/create-realtime.ts';
import { createChainReader } from '#server/solana/chain-reader.ts';
import { checkTokens } from '#server/solana/check-tokens.ts';
import type { Solana } from '#server/solana/create-solana.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import { createPaymentChain } from '#server/solana/payment-chain.ts';
import type { PostText } from '#server/solana/post-text.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { createSweepChain } from '#server/solana/sweep-chain.ts';
import { createTokenChain } from '#server/solana/token-chain.ts';
import { createWalletChain } from '#server/solana/wallet-chain.ts';
import { noTokens } from '#server/test/no-tokens.ts';
import { closeOverlays } from '#server/workers/close-overlays.ts';
import { dispatchAlerts } from '#server/workers/dispatch-alerts.ts';
import { readGroups } from '#server/workers/read-groups.ts';
import { readFeePayer } from '#server/workers/read-fee-payer.ts';
import { settleEntries, settleTokens } from '#server/workers/settle-entries.ts';
import { showHeld } from '#server/workers/show-held.ts';
import { sweep, sweepTokensOn } from '#server/workers/sweep.ts';
import { watchPayments } from '#server/workers/watch-payments.ts';
import { watchTokens } from '#server/workers/watch-tokens.ts';
import { withdraw } from '#server/workers/withdraw.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import { type DatabaseAccess, simulatedDialect } from './simulated-dialect.ts';
import { simulatedFeed } from './simulated-feed.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { simulatedToken } from './simulated-token.ts';
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
  hasTokens: boolean;
  addressValidMs: number;
}

const config = readConfig({
  SEED_FILE: '/no-such-seed',
  OPEN_DONATIONS_PER_LINK: '1000',
  OPEN_DONATIONS_PER_ADDRESS: '1000',
  TOKENS: `${simulatedToken.symbol}:${simulatedToken.mint}:${simulatedToken.decimals}`,
});
const around = { connectionString: '', nodes: { rpcUrls: [], wsUrls: [] }, isSandbox: false };

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
  const client = createRpcClient({
    urls: machine.nodeUrls,
    limits: null,
    openPost: machine.openPost,
  });
  const solana = {
    vault,
    nodes: client.nodes,
    chain: createChainReader(client),
    sweepChain: createSweepChain(client.patient, vault),
    paymentChain: createPaymentChain(client.patient, { limits: null, signal: new AbortController().signal }),
    walletChain: createWalletChain(client.patient, vault),
    tokenChain: await createTokenChain(client, vault),
    checkTokens: (tokens) => checkTokens(client, tokens),
  } as Partial<Solana> as Solana;
  const opened = openPorts(config, around, {
    db,
    eventsDb: db,
    clock,
    hints,
    clips: { store: createClipStore(db, clock), files: {} as ClipFiles, intake: null },
    backups: null,
    voice: null,
    processId,
    keyEpoch: 0,
    solana,
    tokens: machine.hasTokens ? await openTokens(config, around, { db, clock, solana }) : noTokens,
    meter: noMeter,
    capacity: () => boundlessCapacity.state(),
    databaseFolder: null,
    onError,
    log,
  });
  const ports: Ports = {
    ...opened,
    settings: { ...opened.settings, addressValidMs: machine.addressValidMs },
    readingGroups: createReadingGroupStore(db, clock, 2),
    events: createEventFeed(db, hints, onError),
    // Nothing is told to it: every read is of the database.
    memories: createReadMemories(createChangeHearing(), clock),
    passwords: { hash: refusePasswords, verify: refusePasswords },
  };
  const door = openSocketDoor(random);
  const opening = createRealtime(createServer(), ports, log);
  // At once: the next namespace that is opened may be another process's.
  door.close();
  await opening;
  const about = { chain, time: access.time, faults: machine.faults, random: random.fork() };
  let feed: ChainFeed | undefined;
  watchPayments(ports, log, (events) => (feed = simulatedFeed(about, life, events)));
  readGroups(ports, log);
  const finalizedSlot = (): bigint | null => feed?.finalizedSlot() ?? null;
  settleEntries(ports, log, finalizedSlot);
  dispatchAlerts(ports, log);
  closeOverlays(ports, log);
  showHeld(ports, log);
  sweep(ports, log);
  if (machine.hasWithdrawals) withdraw(ports, log);
  if (machine.hasTokens) workOnTokens(ports, log, finalizedSlot);
  return { life, ports, door, wake: hints.wake };
}

/** As `token-workers.ts` does it; what compares books and chain is left out of tokens as it is of SOL. */
function workOnTokens(ports: Ports, log: Log, finalizedSlot: () => bigint | null): void {
  watchTokens(ports, log);
  settleTokens(ports, log, finalizedSlot);
  sweepTokensOn(ports, log);
  readFeePayer(ports, log);
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
