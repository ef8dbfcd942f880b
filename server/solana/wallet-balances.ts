import { setTimeout as sleep } from 'node:timers/promises';
import { address as toAddress } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import { askTogether, rememberAnswers } from './asked-together.ts';
import { mostAddresses } from './node-limits.ts';
import type { NodeAccess } from './rpc-client.ts';

/** How old a balance may be that is shown. */
const freshMs = 3000;
/** Readings begin this far apart: what is asked for meanwhile goes together, a call for every 100 wallets. */
const betweenMs = 1000;
const noLamports = 0n;

/**
 * Reads balances of wallets while somebody looks at them, and only then: at `confirmed`, one call a second at most for
 * up to 100 wallets, however many pages are open. Throws `Transient` when no node answers.
 */
export function createBalanceReader({ rpc }: Pick<NodeAccess, 'rpc'>): (address: string) => Promise<bigint> {
  let nextAt = 0;
  const ask = askTogether(mostAddresses, async (addresses: string[]) => {
    const { value } = await rpc
      .getMultipleAccounts(addresses.map(toAddress), {
        commitment: 'confirmed',
        encoding: 'base64',
        dataSlice: { offset: 0, length: 0 },
      })
      .send();
    if (value.length !== addresses.length)
      throw new Transient('A node answered for other addresses than it was asked');
    return value.map((account): bigint => account?.lamports ?? noLamports);
  });
  const inTurn = async (address: string): Promise<bigint> => {
    const now = performance.now();
    if (nextAt <= now) nextAt = now + betweenMs;
    else await sleep(nextAt - now, undefined, { ref: false });
    return await ask(address);
  };
  const remember = rememberAnswers<bigint>(freshMs);
  return (address) => remember(address, () => inTurn(address));
}
