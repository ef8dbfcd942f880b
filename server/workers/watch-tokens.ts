import type { Log } from '#server/app/log.ts';
import { Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';
import { recordTokenReading, recordTokens } from '#server/app/money/record-tokens.ts';
import type { ClaimedTokenWatches, TokenReading, TokenWatch } from '#server/app/token-ports.ts';
import { expirePast, isPast } from './expire-past.ts';
import { readChainTime } from './read-chain-time.ts';
import { wakeOverslept } from './wake-overslept.ts';
import { startWorker, type Worker } from './work-loop.ts';

const batch = 100;
const everyMs = 1000;
/** Looks that can wait, at a time. */
const mostBeside = 8;

type Needs = Pick<Ports, 'tokens' | 'donations' | 'chain' | 'clock'>;

/**
 * Finds payments in tokens: reads the accounts that are due, a hundred with one call, and the history of those that hold
 * something else than the books say. A donation whose reading fails holds no other one back; it stays due. What comes to an
 * account that holds something is read beside, by calls that can wait, so that dust keeps no first payment waiting; so is
 * what could not be recorded before, for then more is asked.
 */
export function watchTokens(ports: Needs, log: Log): Worker {
  const beside = lookBeside(log);
  const reader = startWorker({
    name: 'watch-tokens',
    log,
    maxIdleMs: everyMs,
    step: async () => {
      const claim = await ports.tokens.watches.claimDue(batch);
      if (claim.watches.length > 0) await readWatches(ports, { log, beside }, claim);
      return claim.watches.length === batch ? new Date(0) : null;
    },
  });
  const waker = wakeOverslept(ports.tokens.watches, 'wake-token-accounts', log);
  return {
    wake: () => reader.wake(),
    async stop() {
      await Promise.all([reader.stop(), waker.stop()]);
      await beside.stop();
    },
  };
}

/** Runs looks that nobody waits for. What finds no place is due again when its claim ends. */
function lookBeside(log: Log) {
  const running = new Map<string, Promise<void>>();
  const run = async (donation: string, look: () => Promise<void>): Promise<void> => {
    try {
      await look();
    } catch (error) {
      log.warn({ donation, error }, 'What a look found could not be stored; the account is read in time.');
    }
    running.delete(donation);
  };
  return {
    add(donation: string, look: () => Promise<void>): void {
      if (running.size < mostBeside && !running.has(donation)) running.set(donation, run(donation, look));
    },
    async stop(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}

/** What reading is done with. */
interface Around {
  log: Log;
  beside: ReturnType<typeof lookBeside>;
}

async function readWatches(
  ports: Needs,
  { log, beside }: Around,
  { watches, until }: ClaimedTokenWatches,
): Promise<void> {
  const reading = await ports.tokens.chain.readUnits(watches.map(({ account }) => account));
  const changed = watches.filter((watch) => hasChanged(watch, reading));
  const later = changed.filter((watch) => canWait(watch) || watch.isFailing);
  const record = (found: readonly TokenWatch[]) =>
    recordAll(ports, log, { watches: found, until }, reading.slot);
  for (const watch of later) beside.add(watch.donationId, () => record([watch]));
  await record(changed.filter((watch) => !later.includes(watch)));
  const past = watches.filter((watch) => !changed.includes(watch) && isPast(watch, ports.clock.now()));
  if (past.length > 0) await expire(ports, { log, beside }, past, reading.slot);
  await ports.tokens.watches.markRead(idsOf(watches.filter((watch) => !changed.includes(watch))), until);
}

/** Records what came to each, and puts off those of which that succeeded. */
async function recordAll(
  ports: Needs,
  log: Log,
  { watches: changed, until }: { watches: readonly TokenWatch[]; until: Date },
  slot: bigint,
): Promise<void> {
  const recorded = await Promise.all(changed.map((watch) => record(ports, log, watch, { notBefore: slot })));
  const failed = changed.filter((_, index) => recorded[index] === false);
  if (failed.length > 0) await ports.tokens.watches.noteFailedLooks(idsOf(failed));
  const read = changed.filter((watch) => !failed.includes(watch));
  if (read.length > 0) await ports.tokens.watches.markRead(idsOf(read), until);
}

/** As with SOL: nobody waits for more on what holds something already. */
function canWait({ knownUnits }: TokenWatch): boolean {
  return knownUnits > 0n;
}

const idsOf = (watches: readonly TokenWatch[]): string[] => watches.map(({ donationId }) => donationId);

/** False when it could not be recorded: the account is then due again when the claim ends. */
async function record(
  ports: Needs,
  log: Log,
  watch: TokenWatch,
  reading: { notBefore: bigint; expectsNews?: boolean },
): Promise<boolean> {
  const { donationId, account, isFailing } = watch;
  const how = { ...reading, canWait: canWait(watch), isFirst: !isFailing };
  try {
    const recorded = await recordTokens(ports, log, donationId, how);
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

/** States the expiry of those that nothing came to in time. */
async function expire(
  ports: Needs,
  { log, beside }: Around,
  watches: readonly TokenWatch[],
  slot: bigint,
): Promise<void> {
  try {
    const blockTime = await readChainTime(ports, slot);
    await expirePast(watches, blockTime, {
      log,
      crossRead: (past) => ports.tokens.chain.crossReadUnits(past.map(({ account }) => account)),
      hasChanged,
      holdsMore,
      look(watch, notBefore) {
        const told = { notBefore, expectsNews: true };
        beside.add(watch.donationId, async () => void (await record(ports, log, watch, told)));
      },
      record: ({ donationId }) => recordTokenReading(ports, donationId, blockTime),
    });
  } catch (error) {
    log.warn(
      { donations: watches.length, error },
      'Nobody could tell whether donations in tokens have expired; asked again.',
    );
  }
}

function hasChanged({ account, knownUnits }: TokenWatch, { unitsByAccount }: TokenReading): boolean {
  return unitsByAccount.get(account) !== knownUnits;
}

function holdsMore({ account, knownUnits }: TokenWatch, { unitsByAccount }: TokenReading): boolean {
  return (unitsByAccount.get(account) ?? 0n) > knownUnits;
}
