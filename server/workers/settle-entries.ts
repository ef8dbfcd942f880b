import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { balanceLamports } from '#server/domain/donation.ts';
import { recordDropped, recordFinality, recordPayment } from '#server/app/record-payment.ts';
import { startWorker, type Worker } from './work-loop.ts';

const batch = 256;
const everyMs = 1000;

type Needs = Pick<Ports, 'watches' | 'donations' | 'chain' | 'clock'>;
type Unfinalized = Awaited<ReturnType<Ports['watches']['listUnfinalized']>>[number];

/**
 * Follows what was seen at `confirmed` until the chain can no longer take it back.
 *
 * A payment counts as dropped only when two readings, each finalized past its slot, lack it (decisions: 'FAILED'), and
 * its money is gone from the address as well: a node without history contradicts itself there.
 */
export function settleEntries(ports: Needs, log: Log): Worker {
  const missingOnce = new Set<string>();
  return startWorker({
    name: 'settle-entries',
    log,
    maxIdleMs: everyMs,
    step: async () => {
      const entries = await ports.watches.listUnfinalized(batch);
      if (entries.length > 0) await settle(ports, entries, missingOnce);
      return null;
    },
  });
}

/** A transaction that became final in another slot than it was seen in has another time as well: it is read anew. */
async function settle(
  ports: Needs,
  entries: readonly Unfinalized[],
  missingOnce: Set<string>,
): Promise<void> {
  const { finalizedSlot, states, slots } = await ports.chain.readSignatures(
    entries.map((entry) => entry.signature),
  );
  const finalized = entries.filter((_, index) => states[index] === 'finalized');
  const moved = entries.filter(
    (entry, index) => states[index] === 'finalized' && slots[index] !== entry.slot,
  );
  const missing = entries.filter((entry, index) => states[index] === 'missing' && finalizedSlot > entry.slot);
  const dropped = missing.filter((entry) => missingOnce.has(entry.signature));
  missingOnce.clear();
  for (const entry of missing) missingOnce.add(entry.signature);
  for (const [donationId, anew] of byDonation(moved)) await recordPayment(ports, donationId, { anew });
  for (const [donationId, signatures] of byDonation(finalized.filter((entry) => !moved.includes(entry)))) {
    await recordFinality(ports, donationId, signatures);
  }
  for (const [donationId, signatures] of byDonation(dropped)) {
    if (await isGone(ports, donationId, signatures)) await recordDropped(ports, donationId, signatures);
  }
}

/** Whether the chain no longer has on an address what the books say. What moved nothing leaves no other mark there. */
async function isGone(ports: Needs, donationId: string, signatures: ReadonlySet<string>): Promise<boolean> {
  const donation = await ports.donations.find(donationId);
  if (donation === null) return false;
  const missing = donation.entries.filter((entry) => signatures.has(entry.signature));
  if (missing.every((entry) => entry.lamports === 0n)) return true;
  const { lamportsByAddress } = await ports.chain.readBalances([donation.address]);
  return lamportsByAddress.get(donation.address) !== balanceLamports(donation);
}

function byDonation(entries: readonly Unfinalized[]): Map<string, Set<string>> {
  const signatures = new Map<string, Set<string>>();
  for (const { donationId, signature } of entries) {
    signatures.set(donationId, (signatures.get(donationId) ?? new Set()).add(signature));
  }
  return signatures;
}
