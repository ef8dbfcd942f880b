import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/app/log.ts';
import type { ChainFeed, ChainFeedEvents, Ports, Reading, Watch } from '#server/app/ports.ts';
import { Transient } from '#server/app/outside.ts';
import { recordPayment, recordReading } from '#server/app/record-payment.ts';
import { balanceLamports, expiryGraceMs } from '#server/domain/donation.ts';
import { startWorker, type Worker } from './work-loop.ts';

const batch = 100;
const adoptBatch = 1000;
const adoptEveryMs = 5000;
const lookAgainMs = { first: 2500, longest: 5000 };

type Needs = Pick<Ports, 'watches' | 'donations' | 'chain' | 'clock' | 'hints'>;

/**
 * Finds payments: subscriptions of open addresses give speed, batched reading of what is due gives certainty.
 *
 * What a subscription says is only a reason to look. `openFeed` opens the socket; it is stopped with the worker.
 */
export function watchPayments(
  ports: Needs,
  log: Log,
  openFeed: (events: ChainFeedEvents) => ChainFeed,
): Worker {
  const watched = new Map<string, Watch>();
  const nudges = createNudges((donationId, slot) => readHistory(ports, donationId, slot), log);
  const feed = openFeed({
    onChange: (address, slot) => {
      const watch = watched.get(address);
      if (watch !== undefined) nudges.add(watch.donationId, slot);
    },
    onReset: () => void readAllAgain(),
  });
  let hasReadLast = true;
  let wasCalm = false;

  const reader = startWorker({
    name: 'read-addresses',
    log,
    maxIdleMs: 1000,
    step: async () => {
      const isCalm = feed.isHealthy() && hasReadLast;
      // What was put off for long, trusting the socket, may have changed unheard.
      if (wasCalm && !isCalm) await ports.watches.makeOpenDue();
      wasCalm = isCalm;
      const due = await ports.watches.claimDue(batch, isCalm);
      if (due.length > 0) await readClaimed(due);
      return due.length === batch ? new Date(0) : await ports.watches.nextDueAt();
    },
  });

  const adopter = startWorker({
    name: 'adopt-addresses',
    log,
    maxIdleMs: adoptEveryMs,
    wakeOn: { hints: ports.hints, topic: 'watch' },
    step: async () => {
      const adopted = await ports.watches.adopt(adoptBatch);
      for (const watch of adopted) {
        watched.set(watch.address, watch);
        feed.watch(watch.address);
      }
      forgetPast(watched, feed, ports.clock.now());
      if (adopted.length > 0) reader.wake();
      return adopted.length === adoptBatch ? new Date(0) : null;
    },
  });

  /** What was claimed and could not be read was put off like the rest: the next step makes all of it due again. */
  async function readClaimed(due: readonly Watch[]): Promise<void> {
    try {
      await readDue(ports, due, nudges, log);
      hasReadLast = true;
    } catch (error) {
      hasReadLast = false;
      throw error;
    }
  }

  async function readAllAgain(): Promise<void> {
    try {
      await ports.watches.makeOpenDue();
    } catch (error) {
      log.warn({ error }, 'Open addresses could not be made due; they are read at their own time.');
    }
    reader.wake();
  }

  return {
    wake: () => reader.wake(),
    async stop() {
      await adopter.stop();
      await reader.stop();
      await feed.stop();
      await nudges.stop();
    },
  };
}

async function readDue(ports: Needs, due: readonly Watch[], nudges: Nudges, log: Log): Promise<void> {
  const reading = await ports.chain.readBalances(due.map((watch) => watch.address));
  const past = due.filter((watch) => isPastGrace(watch, ports.clock.now()));
  const blockTime = past.length > 0 ? await ports.chain.blockTime(reading.slot) : null;
  for (const watch of due) {
    try {
      // While a change is being looked at, or could not be, nobody knows that the address is unpaid.
      const knownTime = nudges.has(watch.donationId) ? null : blockTime;
      await readOne(ports, watch, reading, knownTime);
    } catch (error) {
      log.warn({ donation: watch.donationId, error }, 'An address could not be read; it is looked at again.');
      nudges.add(watch.donationId, reading.slot);
    }
  }
}

async function readOne(ports: Needs, watch: Watch, reading: Reading, blockTime: Date | null): Promise<void> {
  const lamports = reading.lamportsByAddress.get(watch.address);
  if (lamports === undefined) return;
  if (lamports !== watch.knownLamports) {
    await readHistory(ports, watch.donationId, reading.slot);
  }
  if (watch.isOpen && blockTime !== null) await recordReading(ports, watch.donationId, blockTime);
}

/**
 * Records what moved an address. Throws `Transient` when the history has nothing new and yet the balance is not what
 * the books say: then a node lacks history, and nobody may believe that nothing was paid.
 */
async function readHistory(ports: Needs, donationId: string, slot: bigint): Promise<void> {
  const before = await ports.donations.find(donationId);
  const after = await recordPayment(ports, donationId, { notBefore: slot });
  if (before === null || after === null || after.entries.length > before.entries.length) return;
  const { lamportsByAddress } = await ports.chain.readBalances([after.address]);
  if (lamportsByAddress.get(after.address) === balanceLamports(after)) return;
  throw new Transient(`The history of ${after.address} does not explain its balance`);
}

function isPastGrace(watch: Watch, now: Date): boolean {
  return watch.isOpen && now.getTime() > watch.expiresAt.getTime() + expiryGraceMs;
}

/** Addresses whose time is over are read by the clock alone. Entries stand in the order in which they were adopted. */
function forgetPast(watched: Map<string, Watch>, feed: ChainFeed, now: Date): void {
  for (const [address, watch] of watched) {
    if (watch.expiresAt.getTime() + expiryGraceMs > now.getTime()) return;
    watched.delete(address);
    feed.unwatch(address);
  }
}

type Nudges = ReturnType<typeof createNudges>;

/**
 * Looks once per nudge and address at a time; a nudge that comes meanwhile makes it look again. A look that fails is
 * repeated until it succeeds: the change is known, and the next reading by the clock may be far.
 */
function createNudges(look: (donationId: string, slot: bigint) => Promise<unknown>, log: Log) {
  const running = new Map<string, Promise<void>>();
  const newest = new Map<string, bigint>();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);

  async function run(donationId: string): Promise<void> {
    let waitMs = lookAgainMs.first;
    for (let slot = newest.get(donationId); slot !== undefined; slot = newest.get(donationId)) {
      newest.delete(donationId);
      try {
        await look(donationId, slot);
      } catch (error) {
        if (stopping.signal.aborted) break;
        log.warn({ donation: donationId, error }, 'A payment could not be read yet; it is looked at again.');
        if (!newest.has(donationId)) newest.set(donationId, slot);
        await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => newest.clear());
        waitMs = Math.min(2 * waitMs, lookAgainMs.longest);
      }
    }
    running.delete(donationId);
  }

  return {
    add(donationId: string, slot: bigint): void {
      newest.set(donationId, slot);
      if (!running.has(donationId)) running.set(donationId, run(donationId));
    },
    has: (donationId: string): boolean => running.has(donationId),
    /** Ends after the looks that are running. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
