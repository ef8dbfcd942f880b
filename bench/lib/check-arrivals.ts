import type { ChainReader } from '#server/app/chain-ports.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import {
  isTrapped,
  leastToPayItself,
  listDeposits,
  type Deposit,
  type LostSize,
} from './lost-installation.ts';

/** What the chain says after a recovery. */
export interface Arrivals {
  /** What should be in all wallets: everything that can move, less the fee of one transfer for each address. */
  expectedLamports: bigint;
  arrivedLamports: bigint;
  /** Wallets that hold more or less than they should. */
  wrongWallets: number;
  /** Addresses that nothing can pay for, and how many of them were named. */
  stuck: number;
  named: number;
  /** Other addresses that still hold money. */
  leftOver: number;
}

const perCall = 100;
const feePerSignature = 5000n;

/** Compares every wallet and every address with what was paid in. */
export async function checkArrivals(
  { vault, reader, printed }: { vault: SigningVault; reader: ChainReader; printed: string },
  size: LostSize,
): Promise<Arrivals> {
  const arrivals: Arrivals = {
    expectedLamports: 0n,
    arrivedLamports: 0n,
    wrongWallets: 0,
    stuck: 0,
    named: 0,
    leftOver: 0,
  };
  for (let user = 1; user <= size.streamers; user += 1) {
    const deposits = listDeposits(user, size);
    const ofStreamer = { user, epoch: 0 };
    const wallet = await vault.addressOf({ ...ofStreamer, index: 0 });
    const addresses = deposits.flatMap(({ index }) => vault.listAddresses({ ...ofStreamer, index }, 1));
    const balances = await readAll(reader, [wallet, ...addresses]);
    const arrived = balances.get(wallet) ?? 0n;
    const expected = isTrapped(user) ? 0n : deposits.reduce((all, deposit) => all + worthOf(deposit), 0n);
    arrivals.expectedLamports += expected;
    arrivals.arrivedLamports += arrived;
    if (arrived !== expected) arrivals.wrongWallets += 1;
    const left = addresses.filter((address) => (balances.get(address) ?? 0n) > 0n);
    if (!isTrapped(user)) arrivals.leftOver += left.length;
    else {
      arrivals.stuck += left.length;
      arrivals.named += left.filter((address) => printed.includes(address)).length;
    }
  }
  return arrivals;
}

/** What arrives of a deposit: paid for by itself with one signature, or by its owner's wallet with two. */
function worthOf({ payments }: Deposit): bigint {
  const balance = payments.reduce((all, lamports) => all + lamports, 0n);
  return balance - (balance < leastToPayItself ? 2n * feePerSignature : feePerSignature);
}

async function readAll(reader: ChainReader, addresses: readonly string[]): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  for (let start = 0; start < addresses.length; start += perCall) {
    const { lamportsByAddress } = await reader.readBalances(addresses.slice(start, start + perCall));
    for (const [address, lamports] of lamportsByAddress) balances.set(address, lamports);
  }
  return balances;
}
