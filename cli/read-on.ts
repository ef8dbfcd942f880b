import { recordPayment } from '#server/app/record-payment.ts';
import { recordTokens } from '#server/app/record-tokens.ts';
import type { Donation } from '#server/domain/donation.ts';
import type { LedgerPorts } from './ledger-ports.ts';

/**
 * Records what the books lack of a donation's address, and of its token account where it is paid in a token. Returns how
 * many transactions they lacked; one that both lacked counts twice. `onUnexplained` hears of each of the two where no
 * node's history explains, by the end, what lies there. Throws `Transient` when no node answered.
 */
export async function readOn(
  ports: LedgerPorts,
  { id, entries, token }: Pick<Donation, 'id' | 'entries' | 'token'>,
  onUnexplained: () => void = () => undefined,
): Promise<number> {
  const ofAddress = await readToEnd(entries.length, onUnexplained, async () => {
    const told = await recordPayment(ports, ports.log, id);
    return told && { known: told.donation.entries.length, isExplained: told.isExplained };
  });
  if (token === null) return ofAddress;
  const ofToken = await readToEnd(token.entries.length, onUnexplained, async () => {
    const told = await recordTokens(ports, ports.log, id);
    return told && { known: told.donation.token?.entries.length ?? 0, isExplained: told.isExplained };
  });
  return ofAddress + ofToken;
}

/** Reading after reading, because one brings only so many transactions; each tells how many the books have by then. */
async function readToEnd(
  before: number,
  onUnexplained: () => void,
  read: () => Promise<{ known: number; isExplained: boolean } | null>,
): Promise<number> {
  for (let known = before; ;) {
    const told = await read();
    if (told === null) return known - before;
    if (told.known === known) {
      if (!told.isExplained) onUnexplained();
      return known - before;
    }
    known = told.known;
  }
}
