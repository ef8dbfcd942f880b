import {
  address as toAddress,
  getBase64Decoder,
  isAddress,
  isSolanaError,
  signature as toSignature,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  type Address,
  type Base64EncodedWireTransaction,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import { Permanent, Transient } from '#server/app/outside.ts';
import type { SignedSweep, SweepChain, SweepRefusal } from '#server/app/ports.ts';
import type { SigningVault } from './key-vault.ts';
import { readPriorityFee } from './priority-fee.ts';
import type { RpcClient } from './rpc-client.ts';
import { readSweepOutcome } from './sweep-outcome.ts';
import { encodeSweepMessage, signSweep, sweepComputeUnits, type SweepPlan } from './sweep-transaction.ts';

/** What sweeping may cost. */
export interface SweepOptions {
  /** Most lamports that a sweep pays on top of the network's fixed fee to be taken sooner. */
  mostPriorityFeeLamports?: bigint;
}

/** Moves money over JSON-RPC. The money's own address pays the fee and ends at exactly 0. */
export function createSweepChain(
  client: RpcClient,
  vault: Pick<SigningVault, 'signerOf'>,
  { mostPriorityFeeLamports = 5000n }: SweepOptions = {},
): SweepChain {
  return {
    sign: async (from, destination, expectedLamports) => {
      const signer = await vault.signerOf(from.path);
      if (signer.address !== from.address)
        throw new Permanent(`The key of ${from.address} is not in this seed`);
      if (!isAddress(destination)) throw new Permanent(`${destination} is no address of Solana`);
      if (destination === from.address) throw new Permanent(`${destination} cannot be swept to itself`);
      return client.onOneNode(async (rpc) => {
        const balance = await readBalance(rpc, signer.address, expectedLamports);
        if ('refused' in balance) return balance;
        const accounts = [signer.address, destination];
        const limit = { computeUnits: sweepComputeUnits, mostLamports: mostPriorityFeeLamports };
        const [microLamportsPerUnit, latest] = await Promise.all([
          readPriorityFee(rpc, accounts, limit),
          rpc.getLatestBlockhash({ commitment: 'confirmed' }).send(),
        ]);
        return signAll(
          rpc,
          { from: signer, destination, lifetime: latest.value, microLamportsPerUnit },
          balance.lamports,
        );
      });
    },
    send: (raw) => send(client.rpc, raw),
    outcome: ({ signature, lastValidBlockHeight }, address) => {
      const sweep = { signature: toSignature(signature), address: toAddress(address), lastValidBlockHeight };
      return client.onOneNode((rpc) => readSweepOutcome(rpc, sweep));
    },
  };
}

/**
 * What may be swept: the finalized balance, if the books say the same. The confirmed one must be the same too, or
 * the transfer would leave a remainder that the chain does not let stand, fail, and still cost its fee.
 */
async function readBalance(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  expectedLamports: bigint,
): Promise<{ lamports: bigint } | SweepRefusal> {
  const [finalized, confirmed] = await Promise.all([
    rpc.getBalance(address, { commitment: 'finalized' }).send(),
    rpc.getBalance(address, { commitment: 'confirmed' }).send(),
  ]);
  const isAgreed = finalized.value === expectedLamports && confirmed.value === expectedLamports;
  return isAgreed
    ? { lamports: expectedLamports }
    : { refused: 'books_differ', chainLamports: finalized.value };
}

/**
 * Right after the fee is taken, and before the transfer runs, the chain wants the payer to hold nothing or the rent
 * minimum. Whoever holds less than that and the fee cannot pay for the own sweep.
 */
async function signAll(
  rpc: Rpc<SolanaRpcApi>,
  plan: SweepPlan,
  balanceLamports: bigint,
): Promise<SignedSweep | SweepRefusal> {
  const message = encodeSweepMessage(plan, balanceLamports);
  const [fee, rentMinimumLamports] = await Promise.all([
    rpc.getFeeForMessage(message, { commitment: 'confirmed' }).send(),
    rpc.getMinimumBalanceForRentExemption(0n).send(),
  ]);
  if (fee.value === null) throw new Transient('The node does not know the blockhash that it gave');
  const lamports = balanceLamports - fee.value;
  if (lamports <= 0n || lamports < rentMinimumLamports) {
    return { refused: 'too_small', chainLamports: balanceLamports };
  }
  return {
    ...(await signSweep(plan, lamports)),
    destination: plan.destination,
    lamports,
    feeLamports: fee.value,
    lastValidBlockHeight: plan.lifetime.lastValidBlockHeight,
  };
}

async function send(rpc: Rpc<SolanaRpcApi>, raw: Uint8Array): Promise<void> {
  const wire = getBase64Decoder().decode(raw) as Base64EncodedWireTransaction;
  try {
    await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true, maxRetries: 0n }).send();
  } catch (error) {
    if (!isDecidedByOutcome(error)) throw error;
  }
}

/** It was sent before, or it came too late: what became of it, only the finalized chain tells. */
function isDecidedByOutcome(error: unknown): boolean {
  const reason = error instanceof Permanent && error.cause instanceof Error ? error.cause.cause : undefined;
  return (
    isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED) ||
    isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)
  );
}
