import type { Log } from '#server/app/log.ts';
import { Transient } from '#server/app/outside.ts';
import { oneNodeIsEnoughAfterMs } from '#server/app/watch-ports.ts';
import { expiryGraceMs } from '#server/domain/donation.ts';
import { isKnownUnpaid } from '#server/domain/known-unpaid.ts';

/** What is due to be read for a donation: its address, or its token account. */
interface Timed {
  donationId: string;
  isOpen: boolean;
  expiresAt: Date;
}

/** How that is read, compared with the books and recorded, of those in SOL or of those in a token. */
interface Kind<W extends Timed, R extends { slot: bigint }> {
  log: Log;
  /** What each of two nodes says, with the time of its block; empty where only one is configured. */
  crossRead: (watches: readonly W[]) => Promise<(R & { blockTime: Date })[]>;
  hasChanged: (watch: W, reading: R) => boolean;
  holdsMore: (watch: W, reading: R) => boolean;
  /** Looks at what a node has told of, in that slot. */
  look: (watch: W, slot: bigint) => void;
  record: (watch: W) => Promise<void>;
}

/**
 * States the expiry of donations that the chain itself is past, by every node that is asked. What one of them holds more
 * than the books say is looked at, as far as that one has come: those that are asked first may lag behind it, or hide it.
 */
export async function expirePast<W extends Timed, R extends { slot: bigint }>(
  watches: readonly W[],
  blockTime: Date,
  { log, crossRead, hasChanged, holdsMore, look, record }: Kind<W, R>,
): Promise<void> {
  const past = watches.filter((watch) => isPast(watch, blockTime));
  if (past.length === 0) return;
  const readings = await answersOf(() => crossRead(past));
  const expired: W[] = [];
  for (const watch of past) {
    const richer = readings?.find((reading) => holdsMore(watch, reading));
    if (richer !== undefined) {
      look(watch, richer.slot);
      continue;
    }
    const said = readings?.map((reading) => ({
      isUnpaid: !hasChanged(watch, reading),
      isPast: isPast(watch, reading.blockTime),
    }));
    const isLongPast = blockTime.getTime() > watch.expiresAt.getTime() + oneNodeIsEnoughAfterMs;
    if (isKnownUnpaid(said ?? null, isLongPast)) expired.push(watch);
  }
  for (const watch of expired) await recordAlone(log, watch, record);
}

/** One that cannot be stored holds no other one back; the log names it. */
async function recordAlone<W extends Timed>(
  log: Log,
  watch: W,
  record: (watch: W) => Promise<void>,
): Promise<void> {
  try {
    await record(watch);
  } catch (error) {
    log.warn(
      { donation: watch.donationId, error },
      'That a donation has expired could not be stored; it is asked for again.',
    );
  }
}

/** Whether a donation that waits for its payment is past its time by then. */
export function isPast({ isOpen, expiresAt }: Timed, at: Date): boolean {
  return isOpen && at.getTime() > expiresAt.getTime() + expiryGraceMs;
}

/** What two nodes say where several are configured; null when they do not answer. */
async function answersOf<R>(ask: () => Promise<R[]>): Promise<R[] | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Transient) return null;
    throw error;
  }
}
