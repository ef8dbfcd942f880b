import { recordPayment } from '#server/app/record-payment.ts';
import type { LedgerPorts } from './ledger-ports.ts';

/**
 * Records what the books lack of a donation's address, reading after reading: one of them brings only so many
 * transactions. Returns how many they lacked. Throws `Transient` when no node answered.
 */
export async function readOn(
  ports: LedgerPorts,
  donation: { id: string; entries: readonly unknown[] },
): Promise<number> {
  for (let known = donation.entries.length; ;) {
    const after = (await recordPayment(ports, donation.id))?.donation.entries.length ?? known;
    if (after === known) return known - donation.entries.length;
    known = after;
  }
}
