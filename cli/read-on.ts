import { recordPayment } from '#server/app/record-payment.ts';
import { recordTokens } from '#server/app/record-tokens.ts';
import type { Donation } from '#server/domain/donation.ts';
import type { LedgerPorts } from './ledger-ports.ts';

/**
 * Records what the books lack of a donation's address, and of its token account where it is paid in a token. Returns how
 * many transactions they lacked; one that both lacked counts twice. Throws `Transient` when no node answered.
 */
export async function readOn(
  ports: LedgerPorts,
  { id, entries, token }: Pick<Donation, 'id' | 'entries' | 'token'>,
): Promise<number> {
  const ofAddress = await readToEnd(
    entries.length,
    async () => (await recordPayment(ports, id))?.donation.entries.length,
  );
  if (token === null) return ofAddress;
  const ofToken = await readToEnd(
    token.entries.length,
    async () => (await recordTokens(ports, id))?.donation.token?.entries.length,
  );
  return ofAddress + ofToken;
}

/** Reading after reading, because one brings only so many transactions; each tells how many the books have by then. */
async function readToEnd(before: number, read: () => Promise<number | undefined>): Promise<number> {
  for (let known = before; ;) {
    const after = (await read()) ?? known;
    if (after === known) return known - before;
    known = after;
  }
}
