import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './call.ts';
import { donorAddress } from './donor-address.ts';
import type { SandboxRpc } from './sandbox-rpc.ts';

/** What is donated, by whom, and how fast. */
export interface RateOrder {
  url: string;
  rpc: SandboxRpc;
  codes: readonly string[];
  perSecond: number;
  seconds: number;
  /** The number of the first donor. */
  from: number;
}

const paidLamports = 100_000_000;

/**
 * Has donations created and paid at an even rate, whatever became of those before. Resolves when the last one is sent to the
 * chain, with how many calls did not go through.
 */
export async function donateAtRate(order: RateOrder): Promise<{ failed: number }> {
  const { url, rpc, codes, perSecond, seconds, from } = order;
  const startedAt = performance.now();
  const donations: Promise<unknown>[] = [];
  let failed = 0;
  const donate = async (index: number): Promise<void> => {
    const body = { linkCode: codes[index % codes.length], donatorName: 'Bench', message: 'All the way' };
    const { walletAddress } = await call(url, 'createDonation', { body, from: donorAddress(from + index) });
    await rpc.ask('requestAirdrop', [walletAddress, paidLamports]);
  };
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(Math.max(0, startedAt + (index / perSecond) * 1000 - performance.now()));
    donations.push(donate(index).catch(() => (failed += 1)));
  }
  await Promise.all(donations);
  return { failed };
}
