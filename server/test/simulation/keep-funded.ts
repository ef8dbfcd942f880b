import { getBase58Decoder } from '@solana/kit';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import type { VirtualTime } from './virtual-time.ts';

const operatorsWallet = 'operator';
const enoughLamports = 100_000_000n;

/** Has somebody look at an account now and then and send it more when it is almost empty. */
export function keepFunded(
  around: { time: VirtualTime; random: SeededRandom; chain: SimulatedChain },
  address: string,
): void {
  const { time, random, chain } = around;
  chain.enrich(operatorsWallet);
  const look = (): void => {
    time.after(random.int(60_000, 120_000), look);
    if (chain.balance(address, chain.tip('confirmed').slot) >= enoughLamports) return;
    chain.submit({
      signature: getBase58Decoder().decode(random.bytes(64)),
      keys: [operatorsWallet, address],
      blockhash: null,
      feeLamports: 5000n,
      steps: [{ kind: 'pay', from: 0, to: 1, lamports: enoughLamports }],
    });
  };
  time.after(random.int(60_000, 120_000), look);
}
