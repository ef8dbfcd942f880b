import type { Log } from '#server/app/log.ts';
import type { ChainFeed, ChainFeedEvents, Ports, Reading, Watch } from '#server/app/ports.ts';
import { recordPayment, recordReading } from '#server/app/record-payment.ts';
import { expiryGraceMs } from '#server/domain/donation.ts';
import { startWorker, type Worker } from './work-loop.ts';

const batch = 100;
const adoptBatch = 1000;
const adoptEveryMs = 5000;

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
  const nudges = createNudges(
    (donationId, slot) => recordPayment(ports, donationId, { notBefore: slot }),
    log,
  );
  const feed = openFeed({
    onChange: (address, slot) => {
      const watch = watched.get(address);
      if (watch !== undefined) nudges.add(watch.donationId, slot);
    },
    onReset: () => void readAllAgain(),
  });

  const reader = startWorker({
    name: 'read-addresses',
    log,
    maxIdleMs: 1000,
    step: async () => {
      const due = await ports.watches.claimDue(batch, feed.isHealthy());
      if (due.length > 0) await readDue(ports, due, log);
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
      await nudges.idle();
    },
  };
}

async function readDue(ports: Needs, due: readonly Watch[], log: Log): Promise<void> {
  const reading = await ports.chain.readBalances(due.map((watch) => watch.address));
  const past = due.filter((watch) => isPastGrace(watch, ports.clock.now()));
  const blockTime = past.length > 0 ? await ports.chain.blockTime(reading.slot) : null;
  for (const watch of due) {
    try {
      await readOne(ports, watch, reading, blockTime);
    } catch (error) {
      log.warn({ donation: watch.donationId, error }, 'An address could not be read; it stays due.');
    }
  }
}

async function readOne(ports: Needs, watch: Watch, reading: Reading, blockTime: Date | null): Promise<void> {
  const lamports = reading.lamportsByAddress.get(watch.address);
  if (lamports === undefined) return;
  if (lamports !== watch.knownLamports) {
    await recordPayment(ports, watch.donationId, { notBefore: reading.slot });
  }
  if (watch.isOpen && blockTime !== null) await recordReading(ports, watch.donationId, blockTime);
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

/** Looks once per nudge and address at a time; a nudge that comes meanwhile makes it look again. */
function createNudges(look: (donationId: string, slot: bigint) => Promise<unknown>, log: Log) {
  const running = new Map<string, Promise<void>>();
  const newest = new Map<string, bigint>();

  async function run(donationId: string): Promise<void> {
    for (let slot = newest.get(donationId); slot !== undefined; slot = newest.get(donationId)) {
      newest.delete(donationId);
      try {
        await look(donationId, slot);
      } catch (error) {
        log.warn(
          { donation: donationId, error },
          'A payment could not be read yet; reading goes on by the clock.',
        );
      }
    }
    running.delete(donationId);
  }

  return {
    add(donationId: string, slot: bigint): void {
      newest.set(donationId, slot);
      if (!running.has(donationId)) running.set(donationId, run(donationId));
    },
    async idle(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}
