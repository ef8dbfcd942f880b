import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Watch } from '#server/app/watch-ports.ts';
import { Transient } from '#server/app/outside.ts';
import { type ReadingOptions, recordPayment } from '#server/app/money/record-payment.ts';

/** So many histories are read at the same time; who comes later waits for one of them. */
const mostAtOnce = 16;
/** Of them so many that can wait: they may wait long for their node, and payments must not wait for them. */
const mostPatientAtOnce = 8;
/**
 * A slot confirms payments and transfers at the same moment, and a streamer waits for the former: what moves an address
 * that has something on it already is read so much later, and not while payments are read, up to the second time. Whether
 * its donation is paid does not matter: anybody may send dust to one that is not, without end.
 */
const patienceMs = { least: 40, most: 400 };
/** What no node explains fails again at once, and must not come back with every payment: so long it keeps its own pace. */
const dueAgainAfterMs = 60_000;

type Needs = Pick<Ports, 'watches' | 'donations' | 'chain' | 'clock'>;

/** A donation whose address changed; what the books say is on it, where that is known. */
type LookedAt = Pick<Watch, 'donationId' | 'address'> & Partial<Pick<Watch, 'knownLamports'>>;

/** Who asks for a look. */
interface Asker {
  /** Comes when the change is recorded, or stored as one to be looked at again. */
  onEnd?: OnEnd;
  /**
   * One node told of something there, not the one that balances are read from: of an address that has nothing yet no node
   * is believed to have nothing new before all were asked.
   */
  isTold?: boolean;
  /** It was looked at before, and could not be recorded. */
  isAgain?: boolean;
}

/** Changes of addresses that are being looked at. */
export interface Looks {
  /**
   * Somebody told of a change by that slot. One look at a time for each donation; another one follows if need be.
   * Given a watch with something on it, by the books or by an earlier look, payments go first.
   */
  add(looked: LookedAt, slot: bigint, by?: Asker): void;
  has(donationId: string): boolean;
  /**
   * Whether the last look failed. Then the node may lack history, and one look tells as much as many. One that can wait
   * fails also where others leave it no calls, so that says nothing.
   */
  isFailing(): boolean;
  /** Ends after the looks that are running. */
  stop(): Promise<void>;
}

type OnEnd = (isRecorded: boolean) => Promise<void>;

/** What waits to be looked at: the newest slot that was told of, and what to do after the look. */
interface Look {
  slot: bigint;
  onEnd: OnEnd | undefined;
  isTold: boolean;
  isAgain: boolean;
  looked: LookedAt;
  /** From when on (`performance.now()`) it waits for payments; null where it may be the first one of its donation. */
  patientSince: number | null;
}

/**
 * Reads what moved addresses that changed, and records it.
 *
 * A look that fails is stored and comes back by the reader (`WatchStore.putOffLook`), ever later and never given up:
 * the change is known, and whoever dies must not take that along. The first one of its kind that succeeds after that
 * makes due all that were put off, once a minute at most.
 */
export function lookAtChanges(ports: Needs, log: Log): Looks {
  const waiting = new Map<string, Look>();
  const running = new Map<string, Promise<void>>();
  const found = new WeakSet<LookedAt>();
  const read = new WeakSet<LookedAt>();
  let payments = 0;
  let isStopping = false;
  /** Whether the last look that may be a payment failed, and the last one that can wait. */
  const failing = { payment: false, patient: false };
  /** From when on (`performance.now()`) what was put off may be made due. */
  let mayBeDueAt = -Infinity;

  function next(): void {
    if (isStopping) return;
    for (const [donationId, look] of waiting) {
      if (running.size >= mostAtOnce) return;
      if (running.has(donationId) || !isItsTurn(look)) continue;
      waiting.delete(donationId);
      running.set(donationId, run(donationId, look));
    }
  }

  function isItsTurn({ patientSince }: Look): boolean {
    if (patientSince === null) return true;
    if (running.size - payments >= mostPatientAtOnce) return false;
    const waitedMs = performance.now() - patientSince;
    return waitedMs >= (payments > 0 ? patienceMs.most : patienceMs.least);
  }

  /** Timers may come a moment early. */
  function lookAgainLater(): void {
    for (const ms of Object.values(patienceMs)) setTimeout(next, ms + 1);
  }

  async function run(donationId: string, look: Look): Promise<void> {
    const mayBePayment = look.patientSince === null;
    if (mayBePayment) payments += 1;
    let endsFailing = false;
    try {
      const failure = await tryToRead(look);
      const hasFailed = failing.payment || (failing.patient && !mayBePayment);
      endsFailing = failure === null && hasFailed && performance.now() >= mayBeDueAt;
      if (mayBePayment || failure === null) failing.payment = failure !== null;
      if (!mayBePayment) failing.patient = failure !== null;
      if (failure !== null) {
        log.warn(
          { donation: donationId, error: failure },
          'A payment could not be read yet; it is looked at again.',
        );
        await ports.watches.putOffLook(donationId, look.slot);
      }
      await look.onEnd?.(failure === null);
      if (endsFailing) {
        await ports.watches.makeLooksDue();
        mayBeDueAt = performance.now() + dueAgainAfterMs;
      }
    } catch (error) {
      // Then the next one that succeeds does.
      if (endsFailing) failing.payment = true;
      log.warn(
        { donation: donationId, error },
        'What a look found could not be stored; the address is read in time.',
      );
    }
    running.delete(donationId);
    if (mayBePayment) payments -= 1;
    next();
  }

  async function tryToRead({ looked, slot, patientSince, isTold, isAgain }: Look): Promise<unknown> {
    try {
      // Wrong for what came and went in another process: then known transactions are read once more, and change nothing.
      const isUntouched = looked.knownLamports === 0n && !read.has(looked);
      read.add(looked);
      const canWait = patientSince !== null;
      const expectsNews = isTold && !canWait;
      const reading = { notBefore: slot, isUntouched, canWait, expectsNews, isFirst: !isAgain };
      if (await readHistory(ports, log, looked, reading)) found.add(looked);
      return null;
    } catch (error) {
      return error;
    }
  }

  return {
    add(looked, slot, { onEnd, isTold = false, isAgain = false } = {}) {
      const known = waiting.get(looked.donationId);
      const hasSomething = found.has(looked) || (looked.knownLamports ?? 0n) > 0n;
      const isPatient = hasSomething && known?.patientSince !== null;
      waiting.set(looked.donationId, {
        looked,
        slot: known !== undefined && known.slot > slot ? known.slot : slot,
        onEnd: onEnd ?? known?.onEnd,
        isTold: isTold || known?.isTold === true,
        isAgain: isAgain || known?.isAgain === true,
        patientSince: isPatient ? (known?.patientSince ?? performance.now()) : null,
      });
      if (isPatient) lookAgainLater();
      next();
    },
    isFailing: () => failing.payment,
    has: (donationId) => waiting.has(donationId) || running.has(donationId),
    async stop() {
      isStopping = true;
      await Promise.all(running.values());
    },
  };
}

/**
 * Records what moved an address, and tells whether anything has so far, or its donation is paid otherwise. Throws
 * `Transient` when the history has nothing new and yet the balance is not what the books say: then all nodes lack history,
 * and nobody may believe that nothing was paid.
 */
async function readHistory(
  ports: Needs,
  log: Log,
  { donationId, address }: LookedAt,
  reading: Omit<ReadingOptions, 'address'>,
): Promise<boolean> {
  const recorded = await recordPayment(ports, log, donationId, { ...reading, address });
  if (recorded === null) return false;
  const { donation, hasNews, isExplained } = recorded;
  if (hasNews || isExplained) return donation.entries.length > 0 || donation.paidAt !== null;
  throw new Transient(`The history of ${address} does not explain its balance`);
}
