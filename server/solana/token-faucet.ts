import { address as toAddress, type Address, type Rpc, type Signature } from '@solana/kit';
import type { Token } from '#contract/tokens.ts';
import type { TokenFaucet } from '#server/app/token-ports.ts';
import type { RpcClient } from './rpc-client.ts';

/** What the sandbox knows beyond the methods of Solana. */
interface SandboxApi {
  getTestToken(): Omit<Token, 'decimals'> & { decimals: bigint };
  requestTokenAirdrop(owner: Address, units: string): Signature;
}

/** The sandbox's own token and what gives it out; of any other chain it is a `Permanent`. */
export async function openTokenFaucet(client: RpcClient): Promise<{ token: Token; faucet: TokenFaucet }> {
  // kit makes a call of whatever name it is asked by.
  const rpc = client.rpc as unknown as Rpc<SandboxApi>;
  const { mint, symbol, decimals } = await rpc.getTestToken().send();
  return {
    // kit takes whole numbers of calls that it does not know for large ones.
    token: { mint, symbol, decimals: Number(decimals) },
    faucet: {
      mint,
      pay: (owner, units) => rpc.requestTokenAirdrop(toAddress(owner), String(units)).send(),
    },
  };
}
