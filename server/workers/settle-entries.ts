import type { Log } from '#server/app/log.ts';
import type { SignatureReading } from '#server/app/chain-ports.ts';
import { missingBelievedMs, missingBy } from '#server/app/money/missing-signatures.ts';
import { longerHistoryMs } from '#server/app/next-try.ts';
import { HistoryTooShort, Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';
import type { TokenWatchStore } from '#server/app/token-ports.ts';
import type { DroppedEntry } from '#server/app/watch-ports.ts';
import { balanceLamports } from '#server/domain/donation.ts';
import { balanceUnits } from '#server/domain/token-side.ts';
import { recordDropped, recordFinality, recordPayment } from '#server/app/money/record-payment.ts';
import { changeTokenEntries, recordTokens } from '#server/app/money/record-tokens.ts';
import { startWorker, type Worker } from './work-loop.ts';

const batch = 256;
const everyMs = 1000;
/** How soon it goes on when there is more than one step can take. */
const nextBatchMs = 100;
/** Donations that are changed at the same time: one after the other they would be some hundred a second. */
const mostAtOnce = 4;
/**
 * Every so many steps all are asked for: a node may tell of slots and never of what is final. So is what was rolled back.
 */
const stepsBetweenAll = 30;
/** `isOwn` is said of transfers in SOL alone: only they end with their finality. */
type Unfinalized = Awaited<ReturnType<TokenWatchStore['listUnfinalized']>>[number] & { isOwn?: boolean };

/** The books whose entries are followed, and what is done with them, by donation. */
interface Followed {
  name: string;
  chain: Ports['chain'];
  listUnfinalized(...part: Parameters<TokenWatchStore['listUnfinalized']>): Promise<Unfinalized[]>;
  listDropped(limit: number): Promise<DroppedEntry[]>;
  readAnew(donationId: string, signatures: ReadonlySet<string>): Promise<unknown>;
  recordFinal(donationId: string, signatures: ReadonlySet<string>, own: ReadonlySet<string>): Promise<void>;
  recordDropped(donationId: string, signatures: ReadonlySet<string>, believedUntil: number): Promise<void>;
  /** Whether the chain no longer has what the books say. What moved nothing leaves no other mark there. */
  isGone(donationId: string, signatures: ReadonlySet<string>): Promise<boolean>;
}

/** What the last step left for the next one. */
interface Memory {
  missingOnce: Set<string>;
  /** What no node can tell of any more, and when (`performance.now()`) it is asked for again. */
  unknownUntil: Map<string, number>;
  /** Where the next step goes on, when there was more than fits into one; null: at the oldest. */
  after: Unfinalized | null;
  steps: number;
}

/**
 * Follows what was seen at `confirmed` until the chain can no longer take it back.
 *
 * While the feed tells how far the chain is final, nothing is asked of a node before the oldest entry can be: what is
 * not final by then is asked for every second. Without the feed, and every half minute, everything is.
 *
 * A payment counts as dropped only when two readings, each finalized past its slot, lack it (decisions: 'FAILED'): where
 * several nodes are configured two different ones must lack it as well, and its money must be gone from the address: a
 * node without history contradicts itself there. As much may have come in its place and nobody have told of it, so where
 * the money is there the history is read. A donation whose reading fails holds no other one back. Where all of that took so
 * long that it may have landed again and be final by now, as in a process that stood still, nothing is recorded.
 *
 * A node that has dropped the slot of a payment from its history says nothing by lacking it. Where no node goes back so
 * far, the payment stays what it is, the log says what is needed, and it is asked for again every five minutes.
 *
 * What was rolled back is asked for every half minute of a week, and comes back once two nodes, or the only one, have it
 * for final.
 */
export function settleEntries(
  ports: Pick<Ports, 'watches' | 'donations' | 'chain' | 'clock'>,
  log: Log,
  finalizedSlot: () => bigint | null = () => null,
): Worker {
  const followed: Followed = {
    name: 'settle-entries',
    chain: ports.chain,
    listUnfinalized: (limit, part) => ports.watches.listUnfinalized(limit, part),
    listDropped: (limit) => ports.watches.listDropped(limit),
    readAnew: (id, anew) => recordPayment(ports, log, id, { anew }),
    recordFinal: (id, signatures, own) => recordFinality(ports, id, signatures, own),
    recordDropped: (id, signatures, believedUntil) => recordDropped(ports, id, signatures, believedUntil),
    isGone: async (id, signatures) => {
      const donation = await ports.donations.find(id);
      if (donation === null) return false;
      const missing = donation.entries.filter((entry) => signatures.has(entry.signature));
      if (missing.every((entry) => entry.lamports === 0n)) return true;
      const { lamportsByAddress } = await ports.chain.readBalances([donation.address]);
      return lamportsByAddress.get(donation.address) !== balanceLamports(donation);
    },
  };
  return follow(followed, log, finalizedSlot);
}

/** The same for transactions of token accounts. */
export function settleTokens(
  ports: Pick<Ports, 'tokens' | 'donations' | 'chain' | 'clock'>,
  log: Log,
  finalizedSlot: () => bigint | null = () => null,
): Worker {
  const { watches, chain } = ports.tokens;
  const followed: Followed = {
    name: 'settle-tokens',
    chain: ports.chain,
    listUnfinalized: (limit, part) => watches.listUnfinalized(limit, part),
    listDropped: (limit) => watches.listDropped(limit),
    readAnew: (id, anew) => recordTokens(ports, log, id, { anew }),
    recordFinal: (id, signatures) =>
      changeTokenEntries(ports, id, signatures, { finalized: true, dropped: false }),
    recordDropped: (id, signatures, believedUntil) =>
      changeTokenEntries(ports, id, signatures, { finalized: false, dropped: true }, believedUntil),
    isGone: async (id, signatures) => {
      const token = (await ports.donations.find(id))?.token ?? null;
      if (token === null) return false;
      const missing = token.entries.filter((entry) => signatures.has(entry.signature));
      if (missing.every(({ units }) => units === 0n)) return true;
      const { unitsByAccount } = await chain.readUnits([token.account]);
      return unitsByAccount.get(token.account) !== balanceUnits(token);
    },
  };
  return follow(followed, log, finalizedSlot);
}

function follow(followed: Followed, log: Log, finalizedSlot: () => bigint | null): Worker {
  const memory: Memory = { missingOnce: new Set(), unknownUntil: new Map(), after: null, steps: 0 };
  return startWorker({
    name: followed.name,
    log,
    maxIdleMs: everyMs,
    step: async () => {
      memory.steps += 1;
      const { after } = memory;
      const isOfAll = memory.steps % stepsBetweenAll === 0;
      const upTo = isOfAll ? null : finalizedSlot();
      const due = await followed.listUnfinalized(batch, { after, upTo });
      memory.after = due.length === batch ? (due.at(-1) ?? null) : null;
      if (after === null && upTo === null && memory.after === null) forgetSettled(memory, due);
      const now = performance.now();
      const asked = due.filter(({ signature }) => (memory.unknownUntil.get(signature) ?? 0) <= now);
      if (asked.length > 0) await settle({ followed, log }, asked, memory);
      if (isOfAll) await bringBack({ followed, log });
      return memory.after === null ? null : new Date(Date.now() + nextBatchMs);
    },
  });
}

/** Given all that is not final: what others have settled is not kept in mind for ever. */
function forgetSettled({ missingOnce, unknownUntil }: Memory, all: readonly Unfinalized[]): void {
  const open = new Set(all.map(({ signature }) => signature));
  for (const kept of [missingOnce, unknownUntil])
    for (const signature of kept.keys()) if (!open.has(signature)) kept.delete(signature);
}

/** A transaction that became final in another slot than it was seen in has another time as well: it is read anew. */
async function settle(
  around: { followed: Followed; log: Log },
  entries: readonly Unfinalized[],
  memory: Memory,
): Promise<void> {
  const { followed } = around;
  const reading = await followed.chain.readSignatures(entries);
  const { states, slots } = reading;
  const finalized = entries.filter((_, index) => states[index] === 'finalized');
  const moved = entries.filter(
    (entry, index) => states[index] === 'finalized' && slots[index] !== entry.slot,
  );
  const missing = missingBy(reading, entries);
  const suspects = missing.filter((entry) => memory.missingOnce.has(entry.signature));
  for (const entry of entries) memory.missingOnce.delete(entry.signature);
  for (const entry of missing) memory.missingOnce.add(entry.signature);
  for (const entry of entries) memory.unknownUntil.delete(entry.signature);
  noteUnknown(around, unknownBy(reading, entries), memory);
  await forEachDonation(around, moved, (id, anew) => followed.readAnew(id, anew));
  const own = new Set(finalized.filter(({ isOwn }) => isOwn).map(({ signature }) => signature));
  await forEachDonation(
    around,
    finalized.filter((entry) => !moved.includes(entry)),
    (id, signatures) => followed.recordFinal(id, signatures, own),
  );
  if (suspects.length === 0) return;
  const believedUntil = performance.now() + missingBelievedMs;
  const dropped = await missingEverywhere(around, suspects, memory);
  await forEachDonation(around, dropped, async (id, signatures) => {
    if (!(await followed.isGone(id, signatures))) {
      await followed.readAnew(id, new Set());
      return;
    }
    await followed.recordDropped(id, signatures, believedUntil);
    // Then nothing was recorded, and what was missing still is.
    if (performance.now() > believedUntil) return;
    for (const signature of signatures) memory.missingOnce.delete(signature);
  });
}

/**
 * What was rolled back by all that nodes told, and is final by what they tell now, is read anew: an only node may have been
 * without its history while a transfer of ours emptied the address, and then nothing there shows that anything is wrong.
 */
async function bringBack({ followed, log }: { followed: Followed; log: Log }): Promise<void> {
  const dropped = await followed.listDropped(batch);
  if (dropped.length === 0) return;
  const readings = await readOfAll(followed.chain, dropped);
  const isBack = (_: DroppedEntry, index: number): boolean =>
    readings.length > 0 && readings.every(({ states }) => states[index] === 'finalized');
  await forEachDonation({ log }, dropped.filter(isBack), (id, signatures) =>
    followed.readAnew(id, signatures),
  );
}

/** By two nodes, or by the only one that is configured; empty where too few answered. */
async function readOfAll(chain: Ports['chain'], seen: readonly DroppedEntry[]): Promise<SignatureReading[]> {
  try {
    const readings = await chain.crossReadSignatures(seen);
    return readings.length > 0 ? readings : [await chain.readSignatures(seen)];
  } catch (error) {
    if (error instanceof Transient) return [];
    throw error;
  }
}

/**
 * Those that two nodes lack where several are configured; with one node its two readings have to do. None where too few
 * answer: they are asked again with the next step, and what else is to be done is not held up.
 */
async function missingEverywhere(
  around: { followed: Followed; log: Log },
  suspects: readonly Unfinalized[],
  memory: Memory,
): Promise<Unfinalized[]> {
  try {
    const readings = await around.followed.chain.crossReadSignatures(suspects);
    noteUnknown(around, [...new Set(readings.flatMap((each) => unknownBy(each, suspects)))], memory);
    return suspects.filter((entry) => readings.every((each) => missingBy(each, suspects).includes(entry)));
  } catch (error) {
    if (!(error instanceof Transient)) throw error;
    if (error instanceof HistoryTooShort) noteUnknown(around, suspects, memory);
    return [];
  }
}

function unknownBy({ states }: SignatureReading, entries: readonly Unfinalized[]): Unfinalized[] {
  return entries.filter((_, index) => states[index] === 'unknown');
}

/** Told each time that it was asked for: until a node with a longer history is there, money stays where it is. */
function noteUnknown({ log }: { log: Log }, unknown: readonly Unfinalized[], memory: Memory): void {
  const [oldest] = unknown;
  if (oldest === undefined) return;
  const again = performance.now() + longerHistoryMs;
  for (const { signature } of unknown) memory.unknownUntil.set(signature, again);
  log.warn(
    { donation: oldest.donationId, slot: String(oldest.slot), transactions: unknown.length },
    'No node’s history goes back to transactions that were not final yet, so nobody can say what became of them and ' +
      'their money is not passed on. Add a node with full history to SOLANA_RPC_URL.',
  );
}

async function forEachDonation(
  { log }: { log: Log },
  entries: readonly Pick<Unfinalized, 'donationId' | 'signature'>[],
  act: (donationId: string, signatures: ReadonlySet<string>) => Promise<unknown>,
): Promise<void> {
  const signatures = new Map<string, Set<string>>();
  for (const { donationId, signature } of entries) {
    signatures.set(donationId, (signatures.get(donationId) ?? new Set()).add(signature));
  }
  const waiting = signatures.entries();
  const work = async (): Promise<void> => {
    for (const [donationId, ofDonation] of waiting) {
      try {
        await act(donationId, ofDonation);
      } catch (error) {
        log.warn({ donation: donationId, error }, 'A payment could not be settled yet; it is tried again.');
      }
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
}
