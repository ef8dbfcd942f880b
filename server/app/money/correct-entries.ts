import type { Donation } from '#server/domain/donation.ts';
import type { Entry } from '#server/domain/entries.ts';
import { type AccountBooks, mostMoved } from './account-books.ts';
import type { Log } from '#server/app/log.ts';
import { Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';

/** A call for each, to each of two nodes: those that moved most, and of the others some, for one may have been told smaller. */
const mostAtOnce = { moved: 8, others: 8 };

/**
 * Puts right what the books of a donation hold of final transactions where two nodes say the same, and something else: the one
 * that told of them was wrong. The log says it. Returns whether there was such a thing.
 */
export async function correctEntries<E extends Entry>(
  { donations, clock }: Pick<Ports, 'donations' | 'clock'>,
  log: Pick<Log, 'error'>,
  donation: Donation,
  books: AccountBooks<E>,
): Promise<boolean> {
  const wrong = await findWrong(donation, books);
  if (wrong.length === 0) return false;
  const signatures = new Set(wrong.map(({ signature }) => signature));
  const now = clock.now();
  await donations.change(donation.id, (before) =>
    books.apply(books.takeBack(before, signatures, now), wrong, now),
  );
  log.error(
    { donation: donation.id, transactions: wrong.length },
    'A node had told something else of final transactions than they did: the books are put right.',
  );
  return true;
}

/** Wrong ones among those that are asked for, as two nodes have them. None where too few can tell, or contradict each other. */
async function findWrong<E extends Entry>(
  donation: Donation,
  { entriesOf, amountOf, isSame, crossRead }: AccountBooks<E>,
): Promise<E[]> {
  const known = askedOf(mostMoved(entriesOf(donation), amountOf, Infinity));
  if (known.length === 0) return [];
  const signatures = known.map(({ signature }) => signature);
  const isTold = (entry: E, by: readonly E[], index: number): boolean =>
    by[index] !== undefined && isSame(by[index], entry);
  try {
    const [one = [], other = []] = await crossRead(donation, signatures);
    return one.filter((entry, index) => !isTold(entry, known, index) && isTold(entry, other, index));
  } catch (error) {
    if (error instanceof Transient) return [];
    throw error;
  }
}

/** Those that moved most, and of the others some. */
function askedOf<E>(entries: readonly E[]): E[] {
  const others = someOf(entries.slice(mostAtOnce.moved), mostAtOnce.others);
  return [...entries.slice(0, mostAtOnce.moved), ...others];
}

/** So many at most, from anywhere on: look by look each has its turn. */
function someOf<T>(all: readonly T[], most: number): T[] {
  const start = Math.floor(Math.random() * all.length);
  return [...all.slice(start), ...all.slice(0, start)].slice(0, most);
}
