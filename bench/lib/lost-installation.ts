import { join } from 'node:path';
import { Chain } from '#sandbox/chain.ts';
import { Faucet } from '#sandbox/faucet.ts';
import { Store } from '#sandbox/store.ts';
import { nextEpoch, writeKeyMarks } from '#server/solana/key-epoch.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';

/** One address and the payments that came there, in lamports. */
export interface Deposit {
  index: number;
  payments: readonly bigint[];
}

/** How many streamers had how many addresses with money. */
export interface LostSize {
  streamers: number;
  addresses: number;
}

/** Right after its fee is taken a payer must hold the rent minimum: below this, the owner's wallet must pay. */
export const leastToPayItself = 895_880n;
/** Streamers that have nothing but money that cannot be moved: this one of so many, with so many addresses. */
const trappedEvery = 20;
const trappedAddresses = 3;
const perSlot = 500;
/** The oldest payment of a late one is smaller than what was asked for. */
const firstPart = 1_000_000n;

/**
 * The addresses with money of a streamer (1, 2, 3, …). In turn: paid in full, underpaid, paid in two parts of which
 * the second was late, and dust that only its owner's wallet can pay for. After each ten addresses some were never
 * used, in the middle forty in a row. One streamer of twenty has nothing but dust, so nobody can pay for moving it.
 */
export function listDeposits(streamer: number, { addresses }: LostSize): Deposit[] {
  const isTrapped = streamer % trappedEvery === 0;
  return Array.from({ length: isTrapped ? trappedAddresses : addresses }, (_, nth) => ({
    index: 1 + nth + 2 * Math.floor(nth / 10) + (nth > addresses / 2 ? 40 : 0),
    payments: isTrapped ? [leastToPayItself - 5000n + BigInt(nth)] : paymentsOf(nth),
  }));
}

function paymentsOf(nth: number): bigint[] {
  const spread = BigInt(nth);
  if (nth % 20 === 3 || nth % 20 === 13) return [firstPart + spread];
  if (nth % 20 === 7 || nth % 20 === 17) return [firstPart, 4_000_000n + spread];
  if (nth % 20 === 11) return [leastToPayItself - 4000n + spread];
  return [5_000_000n + 1_000_000n * (spread % 50n) + spread];
}

/** Whether nothing can pay for moving what this streamer has. */
export function isTrapped(streamer: number): boolean {
  return streamer % trappedEvery === 0;
}

/**
 * Makes the sandbox chain of a data folder and pays everything there, as fast as it goes; and notes beside the seed
 * how far the addresses went, as a server does every minute.
 */
export async function fundLostInstallation(
  { dataDir, seedFile, vault }: { dataDir: string; seedFile: string; vault: SigningVault },
  size: LostSize,
): Promise<void> {
  const epoch = await nextEpoch(seedFile);
  const store = new Store(join(dataDir, 'sandbox'));
  // Without lags and with a fresh clock: every slot is final at once, so memory stays small.
  const chain = new Chain(store, { processed: 0, confirmed: 1, finalized: 2 }, Date.now);
  const faucet = await Faucet.open(store);
  let slot: Promise<unknown>[] = [];
  for (let user = 1; user <= size.streamers; user += 1) {
    for (const { index, payments } of listDeposits(user, size)) {
      const [address] = vault.listAddresses({ user, epoch, index }, 1);
      if (address === undefined) throw new Error('As many addresses as were asked for come back.');
      for (const lamports of payments) {
        slot.push(faucet.pay(chain, address, lamports).then((paid) => chain.submit(paid)));
      }
    }
    if (slot.length < perSlot) continue;
    await Promise.all(slot);
    chain.advance();
    slot = [];
  }
  await Promise.all(slot);
  chain.advance();
  chain.release();
  store.close();
  const marks = Array.from({ length: size.streamers }, (_, at) => ({
    user: at + 1,
    walletEpoch: epoch,
    nextIndex: 1 + (listDeposits(at + 1, size).at(-1)?.index ?? 0),
  }));
  await writeKeyMarks({ seedFile, fingerprint: vault.fingerprint }, epoch, marks);
}
