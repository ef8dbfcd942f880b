import {
  chainSays,
  type LedgerAddress,
  type LedgerChain,
  type LedgerStore,
} from '#server/app/money/ledger-check.ts';
import type { Log } from '#server/app/log.ts';
import type { Coin, Meter } from '#server/app/meter.ts';
import type { PaymentPorts } from '#server/app/payment-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** How fast it goes. */
export interface LedgerPace {
  /** Between two batches. */
  stepMs: number;
  /** From the beginning of a round to that of the next, where it is not longer by itself. */
  roundMs: number;
  /** How long a difference must last, and be found again, before anybody is told. */
  confirmMs: number;
}

const usualPace: LedgerPace = { stepMs: 10_000, roundMs: 300_000, confirmMs: 120_000 };
/** One call to each of two nodes. */
const batch = 100;

/** What is compared, and with what. */
export interface LedgerWork {
  of: Coin;
  ledger: LedgerStore;
  chain: LedgerChain;
  payments: Pick<PaymentPorts, 'lookNow'>;
  clock: Clock;
  meter: Pick<Meter, 'ledgerCompared'>;
}

/**
 * Goes slowly round all addresses that ever held money, or of which a change is known that could not be recorded, and
 * compares books and chain, so that nobody has to run `reconcile` to hear of a difference.
 *
 * The rule: an address differs when what one of two nodes has there, finalized, is not the sum of its entries, nothing is on
 * its way (every entry final, no live transfer, no change that waits to be recorded for less than ten minutes), and the
 * same is found again two minutes later although its history was read in between. That reading also mends what was only not
 * seen yet. What differs is compared with every batch until it agrees again. Two are asked, because a node that made the books
 * believe something says the same of the balance; none that is more than a minute behind, half of what a difference must last.
 *
 * One process does it, of those whose nodes answer the one that lives longest; should two do it for a moment, they find the
 * same. A batch is a call of 100 addresses to each of two nodes every 10 s, from the part of a node's budget that can wait:
 * 10,000 addresses take 17 minutes, a million 28 hours. `reconcile` does all at once, and also tells where money went that
 * these books did not move.
 */
export function compareLedger(work: LedgerWork, log: Log, pace: LedgerPace = usualPace): Worker {
  const suspects = new Map<string, { since: number; lamports: bigint; chainLamports: bigint }>();
  let after: string | null = null;
  let roundBeganAt = -Infinity;

  const takeBatch = async (): Promise<LedgerAddress[]> => {
    const now = work.clock.now().getTime();
    const waiting = [...(await work.ledger.listDiffering()), ...suspects.keys()].slice(0, batch / 2);
    const again = waiting.length === 0 ? [] : await work.ledger.findMoved(waiting);
    if (after === null && now - roundBeganAt < pace.roundMs) return again;
    if (after === null) roundBeganAt = now;
    const next = await work.ledger.listMoved(after, batch - again.length);
    after = next.length === batch - again.length ? (next.at(-1)?.address ?? null) : null;
    const known = new Set(again.map(({ address }) => address));
    return [...again, ...next.filter(({ address }) => !known.has(address))];
  };

  const judge = async (books: LedgerAddress, chainLamports: bigint): Promise<void> => {
    const finding = { ...books, chainLamports };
    if (books.lamports === chainLamports) {
      suspects.delete(books.address);
      if (await work.ledger.noteAgrees(finding))
        log.info({ donation: books.donationId }, 'Books and chain agree again on an address.');
      return;
    }
    const before = suspects.get(books.address);
    const isSame = before?.lamports === books.lamports && before.chainLamports === chainLamports;
    if (books.isMoving) return void suspects.delete(books.address);
    const now = work.clock.now().getTime();
    if (before === undefined || !isSame) {
      suspects.set(books.address, { since: now, lamports: books.lamports, chainLamports });
      await work.payments.lookNow(books.donationId);
    } else if (now - before.since >= pace.confirmMs) {
      suspects.delete(books.address);
      if (await work.ledger.noteDiffers(finding)) sayDiffers(log, finding);
    }
  };

  return startWorker({
    name: 'compare-ledger',
    log,
    maxIdleMs: pace.stepMs,
    step: async () => {
      if (!(await work.ledger.isMyTurn())) return null;
      const books = await takeBatch();
      if (books.length === 0) return null;
      const readings = await work.chain.readFinal(books.map(({ address }) => address));
      for (const one of books) await judge(one, chainSays(readings, one.address, one.lamports));
      work.meter.ledgerCompared(work.of, books.length);
      return null;
    },
  });
}

function sayDiffers(
  log: Log,
  { donationId, lamports, chainLamports }: LedgerAddress & { chainLamports: bigint },
): void {
  log.error(
    { donation: donationId, books: String(lamports), chain: String(chainLamports) },
    'Books and chain differ on an address: run npm run brava -- reconcile.',
  );
}
