import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { Transient } from '#server/app/outside.ts';
import { recordPayment } from '#server/app/record-payment.ts';
import { balanceLamports } from '#server/domain/donation.ts';

/** So many histories are read at the same time; who comes later waits for one of them. */
const mostAtOnce = 16;

type Needs = Pick<Ports, 'watches' | 'donations' | 'chain' | 'clock'>;

/** Changes of addresses that are being looked at. */
export interface Looks {
  /**
   * Somebody told of a change by that slot. One look at a time for each donation; another one follows if need be.
   * `onEnd` comes when the change is recorded, or stored as one to be looked at again.
   */
  add(donationId: string, slot: bigint, onEnd?: OnEnd): void;
  has(donationId: string): boolean;
  /** Whether the last look failed. Then the node may lack history, and one look tells as much as many. */
  isFailing(): boolean;
  /** Ends after the looks that are running. */
  stop(): Promise<void>;
}

type OnEnd = (isRecorded: boolean) => Promise<void>;

/** What waits to be looked at: the newest slot that was told of, and what to do after the look. */
interface Look {
  slot: bigint;
  onEnd: OnEnd | undefined;
}

/**
 * Reads what moved addresses that changed, and records it.
 *
 * A look that fails is stored and comes back by the reader (`WatchStore.putOffLook`), ever later and never given up:
 * the change is known, and whoever dies must not take that along.
 */
export function lookAtChanges(ports: Needs, log: Log): Looks {
  const waiting = new Map<string, Look>();
  const running = new Map<string, Promise<void>>();
  let isStopping = false;
  let isFailing = false;

  function next(): void {
    for (const [donationId, look] of waiting) {
      if (running.size >= mostAtOnce) return;
      if (running.has(donationId)) continue;
      waiting.delete(donationId);
      running.set(donationId, run(donationId, look));
    }
  }

  async function run(donationId: string, look: Look): Promise<void> {
    try {
      const failure = await tryToRead(donationId, look.slot);
      isFailing = failure !== null;
      if (failure !== null) {
        log.warn(
          { donation: donationId, error: failure },
          'A payment could not be read yet; it is looked at again.',
        );
        await ports.watches.putOffLook(donationId, look.slot);
      }
      await look.onEnd?.(failure === null);
    } catch (error) {
      log.warn(
        { donation: donationId, error },
        'What a look found could not be stored; the address is read in time.',
      );
    }
    running.delete(donationId);
    if (!isStopping) next();
  }

  async function tryToRead(donationId: string, slot: bigint): Promise<unknown> {
    try {
      await readHistory(ports, donationId, slot);
      return null;
    } catch (error) {
      return error;
    }
  }

  return {
    add(donationId, slot, onEnd) {
      const known = waiting.get(donationId);
      waiting.set(donationId, {
        slot: known !== undefined && known.slot > slot ? known.slot : slot,
        onEnd: onEnd ?? known?.onEnd,
      });
      next();
    },
    isFailing: () => isFailing,
    has: (donationId) => waiting.has(donationId) || running.has(donationId),
    async stop() {
      isStopping = true;
      await Promise.all(running.values());
    },
  };
}

/**
 * Records what moved an address. Throws `Transient` when the history has nothing new and yet the balance is not what
 * the books say: then a node lacks history, and nobody may believe that nothing was paid.
 */
async function readHistory(ports: Needs, donationId: string, slot: bigint): Promise<void> {
  const before = await ports.donations.find(donationId);
  if (before === null) return;
  const after = await recordPayment(ports, donationId, { notBefore: slot, known: before });
  if (after === null || after.entries.length > before.entries.length) return;
  const { lamportsByAddress } = await ports.chain.readBalances([after.address]);
  if (lamportsByAddress.get(after.address) === balanceLamports(after)) return;
  throw new Transient(`The history of ${after.address} does not explain its balance`);
}
