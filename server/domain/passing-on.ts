import { balanceLamports, type ChainEntry, type Donation } from './donation.ts';
import { lastOutflowAmong } from './entries.ts';
import { type Passable, passableAmong } from './passable.ts';

const lamportsOf = ({ lamports }: ChainEntry): bigint => lamports;

/** A donation one of whose sweeps is final and whose address is empty. The first transfer stays the one shown. */
export function applySwept(donation: Donation, signature: string, at: Date): Donation {
  if (donation.sweptAt !== null) return donation;
  return { ...donation, sweptAt: at, transferSignature: donation.transferSignature ?? signature };
}

/** The final transfer that took money from the address last. */
export function lastOutflowOf(donation: Pick<Donation, 'entries'>): ChainEntry | undefined {
  return lastOutflowAmong(donation.entries, lamportsOf);
}

/**
 * A donation whose address is empty: swept, if the transfer that took money last is the one that brought it to its
 * streamer. A later payment may have kept the sweep from emptying it, and may have been taken back by the chain since.
 */
export function applyEmpty(donation: Donation, passedOnBy: string): Donation {
  const outflow = lastOutflowOf(donation);
  if (outflow?.signature !== passedOnBy || balanceLamports(donation) !== 0n) return donation;
  if (donation.token !== null) return donation;
  return applySwept(donation, outflow.signature, outflow.blockTime);
}

/** Less does not go in part: as much has to stay, so that the rest may stand and pay for its own transfer. */
const leastPartLamports = 2_000_000n;

/** What of the SOL on the address may be passed on; null while nothing may, and never while the donation is pending. */
export function passableOf({ entries, paidAt, expiredAt }: Donation): Passable | null {
  const decidedAt = paidAt ?? expiredAt;
  if (decidedAt === null) return null;
  return passableAmong(entries, lamportsOf, { decidedAt, leastPart: leastPartLamports });
}

/**
 * Whether money went by a final transfer that the donation does not know as its own yet: books that are older than the
 * chain learn of payment and transfer together, and then nothing is due and nothing stated.
 */
export function isEndUnstated(donation: Donation): boolean {
  return (
    isDecided(donation) &&
    donation.token === null &&
    donation.sweptAt === null &&
    balanceLamports(donation) === 0n &&
    lastOutflowOf(donation) !== undefined
  );
}

function isDecided({ paidAt, expiredAt }: Donation): boolean {
  return paidAt !== null || expiredAt !== null;
}
