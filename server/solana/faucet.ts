import { setImmediate as nextTurn } from 'node:timers/promises';
import { address as toAddress, lamports as toLamports } from '@solana/kit';
import type { Faucet } from '#server/app/chain-ports.ts';
import type { RpcClient } from './rpc-client.ts';

/**
 * The faucet of the chain. A payment is asked for once: when no answer comes, whether it was made is not known, and
 * `Transient` says so.
 */
export function createFaucet(client: RpcClient): Faucet {
  return {
    pay: async (address, lamports) => {
      // kit merges equal calls of the same turn of the event loop; two equal payments are two payments.
      await nextTurn();
      return client.rpc.requestAirdrop(toAddress(address), toLamports(lamports)).send();
    },
  };
}
