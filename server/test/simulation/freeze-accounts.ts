import { getBase58Decoder } from '@solana/kit';
import { donorWallets, tokensOf } from './donors.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import type { VirtualTime } from './virtual-time.ts';

const issuersWallet = 'issuer';
const donorsAccounts = new Set(donorWallets.map(tokensOf));

/**
 * Has the issuer of the token freeze accounts now and then, those of donors excepted, and thaw them after a while; in the end
 * all of them.
 */
export function freezeAccounts(
  around: { time: VirtualTime; random: SeededRandom; chain: SimulatedChain },
  areFaultsOver: () => boolean,
): void {
  const { time, random, chain } = around;
  chain.enrich(issuersWallet);
  const setFrozen = (account: string, isFrozen: boolean): void =>
    chain.submit({
      signature: getBase58Decoder().decode(random.bytes(64)),
      keys: [issuersWallet, account],
      blockhash: null,
      feeLamports: 5000n,
      steps: [{ kind: 'freeze', account: 1, isFrozen }],
    });
  const act = (): void => {
    time.after(random.int(1000, 15_000), act);
    const { slot } = chain.tip('processed');
    for (const account of chain.tokenAccounts()) {
      if (donorsAccounts.has(account)) continue;
      const isFrozen = chain.account(account, slot).token?.isFrozen === true;
      const isItsTurn = isFrozen
        ? areFaultsOver() || random.chance(0.3)
        : !areFaultsOver() && random.chance(0.15);
      if (isItsTurn) setFrozen(account, !isFrozen);
    }
  };
  time.after(random.int(1000, 15_000), act);
}
