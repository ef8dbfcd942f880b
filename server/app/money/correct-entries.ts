import type { Donation } from '#server/domain/donation.ts';
import type { Entry } from '#server/domain/entries.ts';
import { type AccountBooks, someFinal } from './account-books.ts';
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
  let transactions = 0;
  await donations.change(donation.id, (before) => {
    const after = putRight(before, wrong, books, clock.now());
    transactions = after === before ? 0 : wrong.length;
    return after;
  });
  if (transactions > 0) {
    log.error(
      { donation: donation.id, transactions },
      'A node had told something else of final transactions than they did: the books are put right.',
    );
  }
  return true;
}

/**
 * A donation whose books say of these transactions what they did: the same object where somebody else was sooner. A transfer
 * of ours that it names, and that emptied its account all the same, has done so when it was said to.
 */
function putRight<E extends Entry>(
  donation: Donation,
  wrong: readonly E[],
  { entriesOf, isSame, takeBack, apply, applyGone }: AccountBooks<E>,
  now: Date,
): Donation {
  const known = new Map(entriesOf(donation).map((entry) => [entry.signature, entry]));
  const isRight = (entry: E): boolean => {
    const by = known.get(entry.signature);
    return by?.finalized === true && isSame(by, entry);
  };
  if (wrong.every(isRight)) return donation;
  const signatures = new Set(wrong.map(({ signature }) => signature));
  const right = apply(takeBack(donation, signatures, now), wrong, now);
  const { transferSignature } = donation;
  return transferSignature === null ? right : applyGone(right, transferSignature);
}

/** Wrong ones among those that are asked for, as two nodes have them. None where too few can tell, or contradict each other. */
async function findWrong<E extends Entry>(
  donation: Donation,
  { entriesOf, amountOf, isSame, crossRead }: AccountBooks<E>,
): Promise<E[]> {
  const known = someFinal(entriesOf(donation), amountOf, mostAtOnce);
  if (known.length === 0) return [];
  const signatures = known.map(({ signature }) => signature);
  const isTold = (entry: E, by: E | null | undefined): boolean => by != null && isSame(by, entry);
  try {
    const [one = [], other = []] = await crossRead(donation, signatures);
    return one.filter(
      (entry, index): entry is E =>
        entry !== null && !isTold(entry, known[index]) && isTold(entry, other[index]),
    );
  } catch (error) {
    if (error instanceof Transient) return [];
    throw error;
  }
}
