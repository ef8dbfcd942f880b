import type { Donation } from '#server/domain/donation.ts';
import type { Entry } from '#server/domain/entries.ts';
import { type AccountBooks, someFinal } from './account-books.ts';
import type { Log } from '#server/app/log.ts';
import { missingBelievedMs, missingBy } from './missing-signatures.ts';
import { Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';

type Needs = Pick<Ports, 'donations' | 'chain' | 'clock'>;

/** Together as many as one call asks for. */
const mostAtOnce = { moved: 128, others: 128 };

/**
 * Takes back what the books of a donation hold for final and two nodes lack: somebody said so and was wrong. The log says it
 * where it was done. Returns whether there was such a thing: then the history tells more when it is read again. Nothing
 * is taken back on the word of an only node, whose history may be away for a while, nor by a process that stood still
 * since it asked.
 */
export async function takeBackUntrue<E extends Entry>(
  { donations, chain, clock }: Needs,
  log: Pick<Log, 'error'>,
  donation: Donation,
  { entriesOf, amountOf, takeBack }: AccountBooks<E>,
): Promise<boolean> {
  const asked = someFinal(entriesOf(donation), amountOf, mostAtOnce);
  const { untrue, believedUntil } = await findUntrue(chain, asked);
  if (untrue.size === 0) return false;
  let transactions = 0;
  await donations.change(donation.id, (before) => {
    const isBelieved = performance.now() <= believedUntil;
    const isUntrue = ({ finalized, signature }: E): boolean => finalized && untrue.has(signature);
    transactions = isBelieved ? entriesOf(before).filter(isUntrue).length : 0;
    return isBelieved ? takeBack(before, untrue, clock.now()) : before;
  });
  if (transactions > 0) {
    log.error(
      { donation: donation.id, transactions },
      'A node had told of transactions as final that no node has: they are taken back, and their money is passed on anew.',
    );
  }
  return true;
}

/**
 * Those that are not in the chain by two nodes, and until when (`performance.now()`) that is believed. None where too few
 * nodes can tell.
 */
async function findUntrue(
  chain: Needs['chain'],
  asked: readonly Entry[],
): Promise<{ untrue: ReadonlySet<string>; believedUntil: number }> {
  const believedUntil = performance.now() + missingBelievedMs;
  const nothing = { untrue: new Set<string>(), believedUntil };
  if (asked.length === 0) return nothing;
  try {
    const readings = await chain.crossReadSignatures(asked);
    if (readings.length === 0) return nothing;
    const missing = readings.map((reading) => new Set<Entry>(missingBy(reading, asked)));
    const untrue = asked.filter((entry) => missing.every((each) => each.has(entry)));
    return { untrue: new Set(untrue.map(({ signature }) => signature)), believedUntil };
  } catch (error) {
    if (error instanceof Transient) return nothing;
    throw error;
  }
}
