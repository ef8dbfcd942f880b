import {
  getBase64Decoder,
  isSolanaError,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  type Base64EncodedWireTransaction,
  type KeyPairSigner,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import { Permanent, Transient } from '#server/app/outside.ts';
import type { OwnedAddress } from '#server/app/sweep-ports.ts';
import type { SigningVault } from './key-vault.ts';
import type { NodeAccess } from './rpc-client.ts';
import { encodeSweepMessage, type SweepPlan } from './sweep-transaction.ts';

/** The key of an address, if the address is really its: a database that was tampered with moves nothing. */
export async function signerOf(
  vault: Pick<SigningVault, 'signerOf'>,
  { path, address }: OwnedAddress,
): Promise<KeyPairSigner> {
  const signer = await vault.signerOf(path);
  if (signer.address !== address) throw new Permanent(`The key of ${address} is not in this seed`);
  return signer;
}

/** Fee of that very message, and the rent minimum as it is now. */
export async function readCosts(rpc: Rpc<SolanaRpcApi>, plan: SweepPlan, lamports: bigint) {
  const [fee, rentMinimumLamports] = await Promise.all([
    rpc.getFeeForMessage(encodeSweepMessage(plan, lamports), { commitment: 'confirmed' }).send(),
    rpc.getMinimumBalanceForRentExemption(0n).send(),
  ]);
  if (fee.value === null) throw new Transient('The node does not know the blockhash that it gave');
  return { feeLamports: fee.value, rentMinimumLamports };
}

/** A transfer that lands and fails costs its fee: so the node tries it first. Nothing is sent by that. */
export async function wouldLand(rpc: Rpc<SolanaRpcApi>, raw: Uint8Array): Promise<boolean> {
  const { value } = await rpc
    .simulateTransaction(encodeWire(raw), { encoding: 'base64', commitment: 'confirmed', sigVerify: true })
    .send();
  // Behind one address there may be several machines: this one does not have the block yet that another one gave.
  if (value.err === 'BlockhashNotFound')
    throw new Transient('The node does not know the blockhash that it gave');
  return value.err === null;
}

/** Sends signed bytes to one node: what is sent to all takes up the room of all of them. */
export async function sendSigned({ rpc }: Pick<NodeAccess, 'rpc'>, raw: Uint8Array): Promise<void> {
  await sendBy(rpc, raw);
}

/**
 * Sends them to every node once: the first one may have taken them and passed them on to nobody. Repeating it is harmless:
 * it was sent before, or it comes too late.
 */
export async function sendSignedAgain(
  client: Pick<NodeAccess, 'onEachNode'>,
  raw: Uint8Array,
): Promise<void> {
  await client.onEachNode((rpc) => sendBy(rpc, raw));
}

async function sendBy(rpc: Rpc<SolanaRpcApi>, raw: Uint8Array): Promise<void> {
  try {
    await rpc
      .sendTransaction(encodeWire(raw), { encoding: 'base64', skipPreflight: true, maxRetries: 0n })
      .send();
  } catch (error) {
    if (!isDecidedByOutcome(error)) throw error;
  }
}

function encodeWire(raw: Uint8Array): Base64EncodedWireTransaction {
  return getBase64Decoder().decode(raw) as Base64EncodedWireTransaction;
}

/** It was sent before, or it came too late: what became of it, only the finalized chain tells. */
export function isDecidedByOutcome(error: unknown): boolean {
  const reason = error instanceof Permanent && error.cause instanceof Error ? error.cause.cause : undefined;
  return (
    isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED) ||
    isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)
  );
}
