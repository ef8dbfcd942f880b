import { recordPayment } from '#server/app/money/record-payment.ts';
import { recordTokens } from '#server/app/money/record-tokens.ts';
import type { Donation } from '#server/domain/donation.ts';
import type { Entry } from '#server/domain/entries.ts';
import type { LedgerPorts } from './ledger-ports.ts';

/** How many transactions the books did not have: those that they lacked, and those that a server is about to record. */
export interface ReadOn {
  lacked: number;
  /** Not final yet, or the transfer that a server waits for. */
  underWay: number;
}

interface ReadOnOptions {
  /** Whether a transfer of SOL was on its way, by the books. */
  hasLiveSweep?: boolean;
  /** Hears of address and token account, each where no node's history explains, by the end, what lies there. */
  onUnexplained?: () => void;
}

/**
 * Records what the books lack of a donation's address, and of its token account where it is paid in a token. Returns how
 * many transactions that was; one that both lacked counts twice. Throws `Transient` when no node answered.
 */
export async function readOn(
  ports: LedgerPorts,
  { id, entries, token }: Pick<Donation, 'id' | 'entries' | 'token'>,
  { hasLiveSweep = false, onUnexplained = () => undefined }: ReadOnOptions = {},
): Promise<ReadOn> {
  const added = await readToEnd(entries, onUnexplained, async () => {
    const told = await recordPayment(ports, ports.log, id);
    return told && { known: told.donation.entries, isExplained: told.isExplained };
  });
  const isOwn = (entry: (typeof added)[number]): boolean => hasLiveSweep && entry.lamports < 0n;
  const ofAddress = count(added, isOwn);
  if (token === null) return ofAddress;
  const addedTokens = await readToEnd(token.entries, onUnexplained, async () => {
    const told = await recordTokens(ports, ports.log, id);
    return told && { known: told.donation.token?.entries ?? [], isExplained: told.isExplained };
  });
  const ofToken = count(addedTokens);
  return { lacked: ofAddress.lacked + ofToken.lacked, underWay: ofAddress.underWay + ofToken.underWay };
}

/** Reading after reading, because one brings only so many transactions, until none is new; returns what was not known. */
async function readToEnd<E extends Entry>(
  before: readonly E[],
  onUnexplained: () => void,
  read: () => Promise<{ known: readonly E[]; isExplained: boolean } | null>,
): Promise<E[]> {
  const had = new Set(before.map(({ signature }) => signature));
  for (let known = before; ;) {
    const told = await read();
    const isAll = told === null || told.known.length === known.length;
    if (told !== null) known = told.known;
    if (!isAll) continue;
    if (told?.isExplained === false) onUnexplained();
    return known.filter(({ signature }) => !had.has(signature));
  }
}

function count<E extends Entry>(added: readonly E[], isOwn: (entry: E) => boolean = () => false): ReadOn {
  const underWay = added.filter((entry) => !entry.finalized || isOwn(entry)).length;
  return { lacked: added.length - underWay, underWay };
}
