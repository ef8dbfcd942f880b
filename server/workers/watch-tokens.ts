import type { Log } from '#server/app/log.ts';
import { Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';
import { recordTokenReading, recordTokens } from '#server/app/record-tokens.ts';
import type { TokenReading, TokenWatch } from '#server/app/token-ports.ts';
import { oneNodeIsEnoughAfterMs } from '#server/app/watch-ports.ts';
import { expiryGraceMs } from '#server/domain/donation.ts';
import { isKnownUnpaid } from '#server/domain/known-unpaid.ts';
import { readChainTime } from './read-chain-time.ts';
import { wakeOverslept } from './wake-overslept.ts';
import { startWorker, type Worker } from './work-loop.ts';

const batch = 100;
const everyMs = 1000;

type Needs = Pick<Ports, 'tokens' | 'donations' | 'chain' | 'clock'>;

/**
 * Finds payments in tokens: reads the accounts that are due, a hundred with one call, and the history of those that hold
 * something else than the books say. A donation whose reading fails holds no other one back; it stays due.
 */
export function watchTokens(ports: Needs, log: Log): Worker {
  const reader = startWorker({
    name: 'watch-tokens',
    log,
    maxIdleMs: everyMs,
    step: async () => {
      const watches = await ports.tokens.watches.claimDue(batch);
      if (watches.length > 0) await readWatches(ports, log, watches);
      return watches.length === batch ? new Date(0) : null;
    },
  });
  const waker = wakeOverslept(ports.tokens.watches, 'wake-token-accounts', log);
  return {
    wake: () => reader.wake(),
    async stop() {
      await Promise.all([reader.stop(), waker.stop()]);
    },
  };
}

async function readWatches(ports: Needs, log: Log, watches: readonly TokenWatch[]): Promise<void> {
  const reading = await ports.tokens.chain.readUnits(watches.map(({ account }) => account));
  const changed = watches.filter((watch) => hasChanged(watch, reading));
  const recorded = await Promise.all(changed.map((watch) => record(ports, log, watch, reading.slot)));
  const failed = new Set(changed.filter((_, index) => recorded[index] === false));
  if (failed.size > 0) await ports.tokens.watches.noteFailedLooks(idsOf([...failed]));
  const past = watches.filter((watch) => !changed.includes(watch) && isPast(watch, ports.clock.now()));
  if (past.length > 0) await expire(ports, log, past, reading.slot);
  await ports.tokens.watches.markRead(idsOf(watches.filter((watch) => !failed.has(watch))));
}

const idsOf = (watches: readonly TokenWatch[]): string[] => watches.map(({ donationId }) => donationId);

/** False when it could not be recorded: the account is then due again when the claim ends. */
async function record(
  ports: Needs,
  log: Log,
  { donationId, account }: TokenWatch,
  slot: bigint,
): Promise<boolean> {
  try {
    const recorded = await recordTokens(ports, donationId, { notBefore: slot });
    if (recorded === null || recorded.isExplained) return true;
    throw new Transient(`The history of ${account} does not explain what it holds`);
  } catch (error) {
    log.warn(
      { donation: donationId, error },
      'A payment in a token could not be read yet; it is read again.',
    );
    return false;
  }
}

/** States the expiry of donations that the chain itself is past, by every node that is asked. */
async function expire(ports: Needs, log: Log, watches: readonly TokenWatch[], slot: bigint): Promise<void> {
  try {
    const blockTime = await readChainTime(ports, slot);
    const past = watches.filter((watch) => isPast(watch, blockTime));
    if (past.length === 0) return;
    const readings = await crossRead(ports, past);
    for (const watch of past) {
      const said = readings?.map((reading) => ({
        isUnpaid: !hasChanged(watch, reading),
        isPast: isPast(watch, reading.blockTime),
      }));
      const isLongPast = blockTime.getTime() > watch.expiresAt.getTime() + oneNodeIsEnoughAfterMs;
      if (isKnownUnpaid(said ?? null, isLongPast))
        await recordTokenReading(ports, watch.donationId, blockTime);
    }
  } catch (error) {
    log.warn(
      { donations: watches.length, error },
      'Nobody could tell whether donations in tokens have expired; asked again.',
    );
  }
}

/** What two nodes say where several are configured; null when they do not answer. */
async function crossRead({ tokens }: Needs, watches: readonly TokenWatch[]) {
  try {
    return await tokens.chain.crossReadUnits(watches.map(({ account }) => account));
  } catch (error) {
    if (error instanceof Transient) return null;
    throw error;
  }
}

function hasChanged({ account, knownUnits }: TokenWatch, { unitsByAccount }: TokenReading): boolean {
  return unitsByAccount.get(account) !== knownUnits;
}

function isPast({ isOpen, expiresAt }: TokenWatch, at: Date): boolean {
  return isOpen && at.getTime() > expiresAt.getTime() + expiryGraceMs;
}
