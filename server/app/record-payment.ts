import { applyEntries, applyReading, type Donation } from '#server/domain/donation.ts';
import type { Ports } from './ports.ts';

/** What makes a reading of an address's history differ from the usual one. */
interface ReadingOptions {
  /** A slot that somebody has told of already: a node that has not come so far does not count. */
  notBefore?: bigint;
  /** Entries to read anew although they are known: the chain has them in another slot now. */
  anew?: ReadonlySet<string>;
  /** Its address, where the caller knows it: then the chain is asked while the books are read. */
  address?: string;
}

/** A donation before and after what its history told. */
interface Recorded {
  before: Donation;
  after: Donation;
}

/**
 * Reads what moved a deposit address and records it.
 *
 * Safe to repeat: the same chain entries change nothing and announce nothing. Throws `Transient` when no node
 * answered; the address stays due.
 */
export async function recordPayment(
  ports: Pick<Ports, 'donations' | 'chain' | 'clock'>,
  donationId: string,
  { notBefore, anew = new Set(), address }: ReadingOptions = {},
): Promise<Recorded | null> {
  const finding = ports.donations.find(donationId);
  const standing = finding.then((donation) => signaturesOf(donation, anew));
  // The node may fail first; then nobody waits for the books.
  standing.catch(() => undefined);
  const seenAt = address ?? (await finding)?.address;
  if (seenAt === undefined) return null;
  const seen = await ports.chain.readEntries(seenAt, standing, notBefore);
  const before = await finding;
  if (before === null) return null;
  if (seen.length === 0) return { before, after: before };
  const after = await ports.donations.change(donationId, (donation) =>
    applyEntries(donation, seen, ports.clock.now()),
  );
  return { before, after };
}

/** Transactions that the books know and that stand. */
function signaturesOf(donation: Donation | null, anew: ReadonlySet<string>): ReadonlySet<string> {
  const standing = donation?.entries.filter((entry) => !entry.dropped && !anew.has(entry.signature));
  return new Set(standing?.map((entry) => entry.signature));
}

/**
 * Records that an address was read, complete, at a slot of that block time: an unpaid one past its time expires. What is
 * paid in a token expires by a reading of that.
 */
export async function recordReading(
  ports: Pick<Ports, 'donations'>,
  donationId: string,
  blockTime: Date,
): Promise<void> {
  await ports.donations.change(donationId, (donation) =>
    donation.token === null ? applyReading(donation, blockTime) : donation,
  );
}

/** Records that the chain can no longer take these entries back. */
export async function recordFinality(
  ports: Pick<Ports, 'donations' | 'clock'>,
  donationId: string,
  signatures: ReadonlySet<string>,
): Promise<void> {
  await changeEntries(ports, donationId, signatures, { finalized: true, dropped: false });
}

/** Records that the chain rolled these entries back. They count for nothing unless they come back. */
export async function recordDropped(
  ports: Pick<Ports, 'donations' | 'clock'>,
  donationId: string,
  signatures: ReadonlySet<string>,
): Promise<void> {
  await changeEntries(ports, donationId, signatures, { finalized: false, dropped: true });
}

async function changeEntries(
  ports: Pick<Ports, 'donations' | 'clock'>,
  donationId: string,
  signatures: ReadonlySet<string>,
  change: { finalized: boolean; dropped: boolean },
): Promise<void> {
  await ports.donations.change(donationId, (donation) => {
    const changed = donation.entries
      .filter((entry) => signatures.has(entry.signature) && !entry.finalized)
      .map((entry) => ({ ...entry, ...change }));
    return applyEntries(donation, changed, ports.clock.now());
  });
}
