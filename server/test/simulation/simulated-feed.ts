import type { ChainFeed, ChainFeedEvents } from '#server/app/chain-ports.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { VirtualTime } from './virtual-time.ts';

const noticeMs = { least: 5, most: 800 };
const awayMs = { least: 500, most: 40_000 };

/** A subscription that is late, loses notifications, breaks, and says so only by `onReset`. */
export function simulatedFeed(
  around: { chain: SimulatedChain; time: VirtualTime; faults: FaultPlan; random: SeededRandom },
  owner: SimulatedProcess,
  events: ChainFeedEvents,
): ChainFeed {
  const { chain, time, faults, random } = around;
  const watched = new Set<string>();
  let isHealthy = false;

  const connect = (): void => {
    isHealthy = true;
    events.onReset();
  };
  time.after(random.int(1, 300), connect, owner);
  chain.onConfirmed((landed) => {
    if (!owner.isAlive || !isHealthy) return;
    for (const key of landed.transaction.keys) {
      if (!watched.has(key) || faults.losesNotice()) continue;
      time.after(
        random.int(noticeMs.least, noticeMs.most),
        () => events.onChange(key, BigInt(landed.slot)),
        owner,
      );
    }
    if (!faults.losesNotice()) return;
    isHealthy = false;
    time.after(random.int(awayMs.least, awayMs.most), connect, owner);
  });
  return {
    watch: (address) => void watched.add(address),
    unwatch: (address) => void watched.delete(address),
    isHealthy: () => isHealthy,
    finalizedSlot: () => (isHealthy ? BigInt(chain.tip('finalized').slot) : null),
    stop: async () => undefined,
  };
}
