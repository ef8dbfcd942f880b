import { isAddress } from '@solana/kit';
import type { AllowedToken } from '#server/app/token-ports.ts';
import type { RpcClient } from './rpc-client.ts';
import { readMint } from './token-account.ts';

const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/**
 * Compares the operator's list with the chain. Throws with a sentence for the operator at the first token that is not what
 * the list says, `Transient` when no node answers.
 */
export async function checkTokens(
  client: Pick<RpcClient, 'rpc'>,
  tokens: readonly AllowedToken[],
): Promise<void> {
  for (const token of tokens) {
    const fault = await findFault(client, token);
    if (fault !== null) throw new Error(`TOKENS: ${token.symbol} (${token.mint}) ${fault}`);
  }
}

async function findFault(
  { rpc }: Pick<RpcClient, 'rpc'>,
  { mint, decimals }: AllowedToken,
): Promise<string | null> {
  if (!isAddress(mint)) return 'is no address of Solana. Please correct it.';
  const found = await readMint(rpc, mint);
  if (found === null)
    return 'does not exist on this network. Is it the mint of another one? Please correct it, or SOLANA_RPC_URL.';
  if (found.program === token2022)
    return 'is a Token-2022 mint. Its issuer may take a fee from each transfer, or move what others hold, so the books of this server could not hold: only mints of the first Token program are taken. Please remove it.';
  if (found.decimals === null) return 'is no mint of the Token program. Please correct it.';
  if (found.decimals !== decimals)
    return `has ${found.decimals} decimals on the chain, not ${decimals}. Please correct the list.`;
  return null;
}
