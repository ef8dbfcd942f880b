import type { Installation } from '#server/postgres/operator/installation.ts';
import type { OpenedChain } from './open-chain.ts';
import { Refusal } from './refusal.ts';

/**
 * Throws `Refusal` unless the books are about this chain: what another one says would become payments that never came.
 * Without books anything fits. Throws `Transient` when no node answers.
 */
export async function checkSameChain(
  what: string,
  books: Pick<Installation, 'genesisHash'> | null,
  { chain }: OpenedChain,
): Promise<void> {
  if (books === null || books.genesisHash === (await chain.genesisHash())) return;
  throw new Refusal(
    `${what} belongs to another Solana network than the one that is configured; nothing was recorded or moved. Correct SOLANA_RPC_URL, or for a sandbox SANDBOX_URL or SANDBOX_PORT. Money that was sent on another cluster is rescued with recover --rpc URL.`,
  );
}
