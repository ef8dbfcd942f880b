import type { Log } from '#server/app/log.ts';
import { mostSlotsAhead, type Reading } from '#server/app/chain-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import type { ClaimedWatches, Watch } from '#server/app/watch-ports.ts';
import { recordReading } from '#server/app/money/record-payment.ts';
import { expirePast, isPast } from './expire-past.ts';
import type { Looks } from './look-at-changes.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { readChainTime } from './read-chain-time.ts';

/** So old a block's time may be for readings at its slot or later to share it: blocks only grow younger. */
const sharedBlockAgeMs = 7000;

type Needs = Pick<Ports, 'watches' | 'donations' | 'chain' | 'clock'>;

/** What reading is done with. */
interface Around {
  ports: Needs;
  log: Log;
  looks: Looks;
  own: OwnAddresses;
  /** Reads those by itself from now on that this process is to listen to. */
  keep: (quiet: readonly Watch[], now: Date) => void;
  /** Whether this process hears of changes. */
  hearsChain: () => boolean;
  memory: ReadingMemory;
}

/** What readings share. */
export interface ReadingMemory {
  /** The newest block that was asked for; null: none yet. */
  block: { slot: bigint; time: Date } | null;
  /** Of what this process reads by itself: what was found changed while it was being looked at. */
  looked: WeakSet<Watch>;
}

/**
 * Reads addresses with one call. Of those that are claimed, what did not change is put off by its age, or expires; what did
 * is looked at, and stays claimed until it is recorded. Of those that this process reads by itself, what changed is left to
 * the books. Throws `Transient` when no node told the balances: then nothing was done.
 */
export async function readWatches(
  around: Around,
  { watches, until }: ClaimedWatches,
  ours: readonly Watch[],
): Promise<void> {
  const { ports, log, looks, keep, hearsChain } = around;
  const reading = await ports.chain.readBalances([...watches, ...ours].map((watch) => watch.address));
  const now = ports.clock.now();
  await settleOurs(around, ours, { reading, now });
  const changed = watches.filter((watch) => hasChanged(watch, reading) && !isPutOff(watch, now));
  const looked = await lookAt(around, changed, { reading, until });
  const rest = watches.filter((watch) => !looked.has(watch));
  // While a change is being looked at, or could not be, nobody knows that the address is unpaid.
  const unpaid = rest.filter((watch) => !hasChanged(watch, reading) && !looks.has(watch.donationId));
  const past = unpaid.filter((watch) => isPast(watch, now));
  const quiet = unpaid.filter((watch) => hearsChain() && !past.includes(watch) && isQuiet(watch));
  const markRead = async (read: readonly Watch[]): Promise<void> => {
    if (read.length > 0) await ports.watches.markRead(idsOf(read), until, idsOf(quiet));
  };
  // Before it is said of them: the answer may be lost.
  keep(quiet, now);
  // First: it may take longer than the claim lasts to state what has expired, and others would read all of this again.
  await markRead(rest.filter((watch) => !past.includes(watch)));
  if (past.length === 0) return;
  try {
    await expire(around, past, reading.slot);
  } catch (error) {
    log.warn(
      { donations: past.length, error },
      'Nobody could tell whether donations have expired; asked again.',
    );
  }
  await markRead(past);
}

/** Whether its process may read it by itself from now on: there is nothing to tell anybody of. */
function isQuiet({ isOpen, isOwn, knownLamports, look }: Watch): boolean {
  return isOpen && isOwn && knownLamports === 0n && look === null;
}

/**
 * What changed is left to the books, unless it is being looked at: then it is once it is found so again. What another
 * process has recorded is there already.
 */
async function settleOurs(
  { ports, looks, own, memory }: Around,
  ours: readonly Watch[],
  { reading, now }: { reading: Reading; now: Date },
): Promise<void> {
  const changed = ours.filter((watch) => hasChanged(watch, reading));
  const left = changed.filter((watch) => memory.looked.has(watch) || !looks.has(watch.donationId));
  for (const watch of changed) memory.looked.add(watch);
  own.putOff(
    ours.filter((watch) => !left.includes(watch)),
    now,
  );
  if (left.length === 0) return;
  await ports.watches.leave(idsOf(left), now);
  own.forget(left);
}

/** The donations of those addresses. */
export function idsOf(watches: readonly Pick<Watch, 'donationId'>[]): string[] {
  return watches.map(({ donationId }) => donationId);
}

/**
 * Starts looking at what changed. While looks fail, of those that failed before only the one that is due for longest
 * is tried, and the rest is put off again: once it succeeds all are due. Returns those that are being looked at.
 */
async function lookAt(
  around: Around,
  changed: readonly Watch[],
  read: { reading: Reading; until: Date },
): Promise<ReadonlySet<Watch>> {
  const { ports, looks } = around;
  const failed = changed.filter((watch) => watch.look !== null);
  const [probe] = failed.toSorted((a, b) => Number(a.look?.dueAt) - Number(b.look?.dueAt));
  const waiting = new Set(looks.isFailing() ? failed.filter((watch) => watch !== probe) : []);
  const looked = new Set(changed.filter((watch) => !waiting.has(watch)));
  for (const watch of looked) look(around, watch, read);
  for (const { donationId } of waiting) await ports.watches.putOffLook(donationId, read.reading.slot);
  return looked;
}

function look(
  { ports, looks }: Around,
  { donationId, address, knownLamports, look: stored }: Watch,
  { reading, until }: { reading: Reading; until: Date },
): void {
  const told = stored?.slot ?? 0n;
  const from = told > reading.slot && told <= reading.slot + mostSlotsAhead ? told : reading.slot;
  // Nothing there is no sign of nothing in the books: it may have come and gone.
  const looked = { donationId, address, ...(knownLamports > 0n && { knownLamports }) };
  const onEnd = async (isRecorded: boolean): Promise<void> => {
    if (isRecorded && stored !== null) await ports.watches.endLook(donationId, told > from ? told : from);
    await ports.watches.markRead([donationId], until);
  };
  looks.add(looked, from, { onEnd, isAgain: stored !== null });
}

/** States the expiry of those that nothing came to in time. */
async function expire(
  { ports, log, looks, memory }: Around,
  watches: readonly Watch[],
  slot: bigint,
): Promise<void> {
  const blockTime = await readBlockTime(ports, memory, slot);
  await expirePast(watches, blockTime, {
    log,
    crossRead: (past) => ports.chain.crossReadBalances(past.map(({ address }) => address)),
    hasChanged,
    holdsMore,
    look: ({ donationId, address }, from) => looks.add({ donationId, address }, from, { isTold: true }),
    record: ({ donationId }) => recordReading(ports, donationId, blockTime),
  });
}

/** A time that the chain was past at that slot. Who has not expired by it is asked for again soon. */
async function readBlockTime(ports: Needs, memory: ReadingMemory, slot: bigint): Promise<Date> {
  const known = memory.block;
  const isFresh = known !== null && ports.clock.now().getTime() - known.time.getTime() < sharedBlockAgeMs;
  if (isFresh && known.slot <= slot) return known.time;
  const time = await readChainTime(ports, slot);
  memory.block = { slot, time };
  return time;
}

/** A change that is known of and not recorded is one, whatever this node says. */
function hasChanged(watch: Watch, { lamportsByAddress }: Reading): boolean {
  return watch.look !== null || lamportsByAddress.get(watch.address) !== watch.knownLamports;
}

function holdsMore({ address, knownLamports }: Watch, { lamportsByAddress }: Reading): boolean {
  return (lamportsByAddress.get(address) ?? 0n) > knownLamports;
}

function isPutOff({ look }: Watch, now: Date): boolean {
  return look !== null && look.dueAt > now;
}
