import type { Log } from '#server/app/log.ts';
import type { ChainFeed, ChainFeedEvents } from '#server/app/chain-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { type ClaimedWatches, endOfSpan, type Watch } from '#server/app/watch-ports.ts';
import { expiryGraceMs } from '#server/domain/donation.ts';
import { lookAtChanges } from './look-at-changes.ts';
import { createOwnAddresses } from './own-addresses.ts';
import { idsOf, type ReadingMemory, readWatches } from './read-watches.ts';
import { wakeOverslept } from './wake-overslept.ts';
import { startWorker, type Worker } from './work-loop.ts';

const batch = 100;
const adoptBatch = 1000;
/** What a process that died watched is listened to again so soon after it counts as dead. */
const adoptEveryMs = 1000;
/** Whoever waits for a payment to be seen waits for this, once the node answers again. */
const longestReadBackOffMs = 1000;

type Needs = Pick<Ports, 'watches' | 'donations' | 'chain' | 'clock' | 'hints'>;

/**
 * Finds payments: subscriptions of open addresses give speed, batched reading of what is due gives certainty. What this
 * process listens to it also reads by itself, for as long as it hears and reads well; the rest is in the books, for all.
 *
 * What a subscription says is only a reason to look. `openFeed` opens the socket; it is stopped with the worker,
 * once others have been given the addresses that it listens to.
 */
export function watchPayments(
  ports: Needs,
  log: Log,
  openFeed: (events: ChainFeedEvents) => ChainFeed,
): Worker {
  const watched = new Map<string, Watch>();
  const looks = lookAtChanges(ports, log);
  const own = createOwnAddresses();
  const feed = openFeed({
    onChange: (address, slot) => {
      const watch = watched.get(address);
      if (watch !== undefined) looks.add(watch, slot, { isTold: true });
    },
    onReset: () => {
      resets += 1;
      again.wake();
    },
  });
  const memory: ReadingMemory = { block: null, looked: new WeakSet() };
  /** What this process reads by itself and has asked its node for. */
  let asked: ReadonlySet<Watch> = new Set();
  let hasReadLast = true;
  let wasCalm = false;
  /** When the next address is due, as far as the reader knows. */
  let dueAt: Date | null = null;
  let resets = 0;
  /** Up to which of the resets everything was made due that had been put off, trusting the socket. */
  let madeDueFor = 0;

  const reader = startWorker({
    name: 'read-addresses',
    log,
    maxIdleMs: 1000,
    longestBackOffMs: longestReadBackOffMs,
    step: async () => {
      const isCalm = feed.isHealthy() && hasReadLast;
      // First: whoever reads what is made due must not put it off for long anew.
      await ports.watches.noteHearing(feed.isHealthy());
      const now = ports.clock.now();
      // What was put off for long, trusting the socket, may have changed unheard.
      if (wasCalm && !isCalm) await leaveAll();
      else if (!isCalm) await leave(own.all());
      wasCalm = isCalm;
      // Neither of the two may use up what both need.
      const kept = own.countDue(now, batch / 2);
      const claim = await ports.watches.claimDue(batch - kept);
      own.forget(claim.watches);
      const ours = own.due(now, batch - claim.watches.length, claim.watches.length > 0);
      const count = claim.watches.length + ours.length;
      if (count > 0) await read(claim, ours);
      if (count === batch) return new Date(0);
      return (dueAt = earlier(await ports.watches.nextDueAt(), own.nextDueAt()));
    },
  });

  const adopter = startWorker({
    name: 'adopt-addresses',
    log,
    maxIdleMs: adoptEveryMs,
    wakeOn: { hints: ports.hints, topic: 'watch' },
    step: async () => {
      const adopted = await ports.watches.adopt(adoptBatch);
      adopted.forEach(listenTo);
      const now = ports.clock.now();
      forgetPast(watched, feed, now);
      // Here: the reader may be kept from it by what is to be read.
      await leave(own.overdue(now).filter((watch) => !asked.has(watch)));
      if (adopted.length > 0) reader.wake();
      return adopted.length === adoptBatch ? new Date(0) : null;
    },
  });

  const again = startWorker({
    name: 'read-all-again',
    log,
    maxIdleMs: 60_000,
    longestBackOffMs: longestReadBackOffMs,
    step: async () => {
      const reset = resets;
      if (reset === madeDueFor) return null;
      await leaveAll();
      await ports.watches.makeLooksDue();
      madeDueFor = reset;
      reader.wake();
      return null;
    },
  });

  const overslept = { wakeOverslept: () => ports.watches.wakeOverslept(idsOf(own.all())) };
  const waker = wakeOverslept(overslept, 'wake-addresses', log);

  const removeNew = ports.watches.onNew((watches, readAt) => {
    watches.forEach(listenTo);
    own.add(watches, readAt);
    if (dueAt !== null && dueAt <= readAt) return;
    dueAt = readAt;
    reader.wake();
  });

  function listenTo(watch: Watch): void {
    watched.set(watch.address, watch);
    feed.watch(watch.address);
  }

  /** Others read them with what is due at the end of this span. */
  async function leave(watches: readonly Watch[]): Promise<void> {
    if (watches.length === 0) return;
    await ports.watches.leave(idsOf(watches), endOfSpan(ports.clock.now()));
    own.forget(watches);
  }

  function keep(quiet: readonly Watch[], now: Date): void {
    for (const watch of quiet) if (!watched.has(watch.address)) listenTo(watch);
    own.putOff(quiet, now);
  }

  /** What comes meanwhile is not among them. */
  async function leaveAll(): Promise<void> {
    const left = own.all();
    await ports.watches.makeOpenDue();
    own.forget(left);
  }

  async function read(claim: ClaimedWatches, ours: readonly Watch[]): Promise<void> {
    const { watches, until } = claim;
    asked = new Set(ours);
    try {
      await readWatches(
        { ports, log, looks, own, keep, hearsChain: () => feed.isHealthy(), memory },
        claim,
        ours,
      );
    } catch (error) {
      hasReadLast = false;
      await ports.watches.giveBack(idsOf(watches), until);
      throw error;
    } finally {
      asked = new Set();
    }
    if (!hasReadLast) await ports.watches.makeLooksDue();
    hasReadLast = true;
  }

  async function handOver(): Promise<void> {
    try {
      await ports.watches.noteHearing(false);
      await ports.watches.handOver();
    } catch (error) {
      log.warn({ error }, 'Open addresses could not be handed over; others get them as this process ends.');
    }
  }

  return {
    wake: () => reader.wake(),
    async stop() {
      removeNew();
      await Promise.all([again.stop(), waker.stop()]);
      await adopter.stop();
      await reader.stop();
      await handOver();
      await feed.stop();
      await looks.stop();
    },
  };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Addresses whose time is over are read by the clock alone. Entries stand in the order in which they were adopted. */
function forgetPast(watched: Map<string, Watch>, feed: ChainFeed, now: Date): void {
  for (const [address, watch] of watched) {
    if (watch.expiresAt.getTime() + expiryGraceMs > now.getTime()) return;
    watched.delete(address);
    feed.unwatch(address);
  }
}
