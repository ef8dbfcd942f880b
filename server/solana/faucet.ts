import { address as toAddress, lamports as toLamports } from '@solana/kit';
import type { Faucet } from '#server/app/chain-ports.ts';
import type { RpcClient } from './rpc-client.ts';

/**
 * The faucet of the chain. A payment is asked for once: when no answer comes, whether it was made is not known, and
 * `Transient` says so.
 */
export function createFaucet(client: RpcClient): Faucet {
  return {
    pay: (address, lamports) => client.rpc.requestAirdrop(toAddress(address), toLamports(lamports)).send(),
  };
}
