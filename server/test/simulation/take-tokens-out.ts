import { getBase58Decoder } from '@solana/kit';
import { donorWallets, tokensOf } from './donors.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Observed } from './step-invariants.ts';

/** Has a streamer to whom tokens came send them on and close the account: the next transfer finds none. */
export function takeTokensOut({ mirror, chain }: Observed, random: SeededRandom): void {
  const landed = [...mirror.sweeps.values()].filter(({ state }) => state === 'landed');
  const arrivals = landed.flatMap(({ signature, destination }) => {
    const { keys, steps } = chain.find(signature)?.transaction ?? { keys: [], steps: [] };
    return steps.flatMap((step) =>
      step.kind === 'give' ? [{ account: keys[step.to] ?? '', owner: destination }] : [],
    );
  });
  if (arrivals.length === 0) return;
  const { account, owner } = random.pick(arrivals);
  const { token } = chain.account(account, chain.tip('processed').slot);
  const friend = random.pick(donorWallets);
  if (token === null) return;
  chain.submit({
    signature: getBase58Decoder().decode(random.bytes(64)),
    keys: [friend, account, owner, tokensOf(friend)],
    blockhash: null,
    feeLamports: 5000n,
    steps: [
      { kind: 'give', from: 1, to: 3, authority: 2, units: token.units },
      { kind: 'close', account: 1, to: 0, authority: 2 },
    ],
  });
}
