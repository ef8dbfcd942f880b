import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Watch } from '#server/app/watch-ports.ts';
import { Transient } from '#server/app/outside.ts';
import { recordPayment } from '#server/app/record-payment.ts';
import { balanceLamports } from '#server/domain/donation.ts';

/** So many histories are read at the same time; who comes later waits for one of them. */
const mostAtOnce = 16;

type Needs = Pick<Ports, 'watches' | 'donations' | 'chain' | 'clock'>;

/** A donation whose address changed. */
type LookedAt = Pick<Watch, 'donationId' | 'address'>;

/** Changes of addresses that are being looked at. */
export interface Looks {
  /**
   * Somebody told of a change by that slot. One look at a time for each donation; another one follows if need be.
   * `onEnd` comes when the change is recorded, or stored as one to be looked at again.
   */
  add(looked: LookedAt, slot: bigint, onEnd?: OnEnd): void;
  has(donationId: string): boolean;
  /** Whether the last look failed. Then the node may lack history, and one look tells as much as many. */
  isFailing(): boolean;
  /** Ends after the looks that are running. */
  stop(): Promise<void>;
}

type OnEnd = (isRecorded: boolean) => Promise<void>;

/** What waits to be looked at: the newest slot that was told of, and what to do after the look. */
interface Look {
  address: string;
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
      const failure = await tryToRead({ donationId, address: look.address }, look.slot);
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

  async function tryToRead(looked: LookedAt, slot: bigint): Promise<unknown> {
    try {
      await readHistory(ports, looked, slot);
      return null;
    } catch (error) {
      return error;
    }
  }

  return {
    add({ donationId, address }, slot, onEnd) {
      const known = waiting.get(donationId);
      waiting.set(donationId, {
        address,
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
async function readHistory(ports: Needs, { donationId, address }: LookedAt, slot: bigint): Promise<void> {
  const recorded = await recordPayment(ports, donationId, { notBefore: slot, address });
  if (recorded === null || recorded.after.entries.length > recorded.before.entries.length) return;
  const { lamportsByAddress } = await ports.chain.readBalances([address]);
  if (lamportsByAddress.get(address) === balanceLamports(recorded.after)) return;
  throw new Transient(`The history of ${address} does not explain its balance`);
}
