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
  type KeyPairSigner,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import { Permanent, Transient } from '#server/app/outside.ts';
import type { OwnedAddress, SignedSweep, SweepChain, SweepRefusal } from '#server/app/sweep-ports.ts';
import type { SigningVault } from './key-vault.ts';
import { readArrived } from './chain-entry.ts';
import { readPriorityFee } from './priority-fee.ts';
import type { NodeAccess } from './rpc-client.ts';
import { readSweepOutcome } from './sweep-outcome.ts';
import { encodeSweepMessage, signSweep, sweepComputeUnits, type SweepPlan } from './sweep-transaction.ts';

/** A sweep without the one who pays for it. */
type SweepTerms = Omit<SweepPlan, 'feePayer'>;

/** What sweeping may cost. */
export interface SweepOptions {
  /** Most lamports that a sweep pays on top of the network's fixed fee to be taken sooner. */
  mostPriorityFeeLamports?: bigint;
}

/** Moves money over JSON-RPC. */
export function createSweepChain(
  client: NodeAccess,
  vault: Pick<SigningVault, 'signerOf'>,
  { mostPriorityFeeLamports = 5000n }: SweepOptions = {},
): SweepChain {
  return {
    sign: async (request) => {
      const from = await signerOf(vault, request.from);
      const owner = await signerOf(vault, request.owner);
      const { destination } = request;
      if (!isAddress(destination)) throw new Permanent(`${destination} is no address of Solana`);
      if (destination === from.address) throw new Permanent(`${destination} cannot be swept to itself`);
      return client.onOneNode(async (rpc) => {
        const refusal = await compareBooks(rpc, from.address, request.lamports);
        if (refusal !== null) return refusal;
        const limit = { computeUnits: sweepComputeUnits, mostLamports: mostPriorityFeeLamports };
        const [microLamportsPerUnit, latest] = await Promise.all([
          readPriorityFee(rpc, [from.address, destination], limit),
          rpc.getLatestBlockhash({ commitment: 'confirmed' }).send(),
        ]);
        const terms = { from, destination, lifetime: latest.value, microLamportsPerUnit };
        const signed =
          (await signPaidByItself(rpc, terms, request.lamports)) ??
          (await signPaidByOwner(rpc, terms, owner, request.lamports));
        if ('refused' in signed || (await wouldLand(rpc, signed.raw))) return signed;
        return { refused: 'would_fail', chainLamports: request.lamports };
      });
    },
    send: (raw) => send(client.rpc, raw),
    outcome: ({ signature, lastValidBlockHeight }, address) => {
      const sweep = { signature: toSignature(signature), address: toAddress(address), lastValidBlockHeight };
      return client.onOneNode((rpc) => readSweepOutcome(rpc, sweep));
    },
    arrivedLamports: (signature, addresses) => {
      const seen = { signature: toSignature(signature), commitment: 'finalized' } as const;
      return client.onOneNode((rpc) => readArrived(rpc, seen, addresses.filter(isAddress)));
    },
  };
}

/** The key of an address, if the address is really its: a database that was tampered with moves nothing. */
async function signerOf(
  vault: Pick<SigningVault, 'signerOf'>,
  { path, address }: OwnedAddress,
): Promise<KeyPairSigner> {
  const signer = await vault.signerOf(path);
  if (signer.address !== address) throw new Permanent(`The key of ${address} is not in this seed`);
  return signer;
}

/**
 * Null when the finalized balance is what the books say. The confirmed one must be the same too, or the transfer
 * would leave a remainder that the chain does not let stand, fail, and still cost its fee.
 */
async function compareBooks(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  expectedLamports: bigint,
): Promise<SweepRefusal | null> {
  const [finalized, confirmed] = await Promise.all([
    rpc.getBalance(address, { commitment: 'finalized' }).send(),
    rpc.getBalance(address, { commitment: 'confirmed' }).send(),
  ]);
  const isAgreed = finalized.value === expectedLamports && confirmed.value === expectedLamports;
  return isAgreed ? null : { refused: 'books_differ', chainLamports: finalized.value };
}

/**
 * The usual sweep: the fee is taken from the money itself. Null when there is too little: right after the fee is
 * taken, and before the transfer runs, the chain wants the payer to hold nothing or the rent minimum.
 */
async function signPaidByItself(
  rpc: Rpc<SolanaRpcApi>,
  terms: SweepTerms,
  balanceLamports: bigint,
): Promise<SignedSweep | null> {
  const plan = { ...terms, feePayer: terms.from };
  const { feeLamports, rentMinimumLamports } = await readCosts(rpc, plan, balanceLamports);
  const lamports = balanceLamports - feeLamports;
  if (lamports <= 0n || lamports < rentMinimumLamports) return null;
  return await signPlan(plan, lamports, feeLamports);
}

/**
 * The sweep of a remainder: the streamer's wallet pays the fee, if it keeps the rent minimum and if what arrives may
 * stand at the destination.
 */
async function signPaidByOwner(
  rpc: Rpc<SolanaRpcApi>,
  terms: SweepTerms,
  owner: KeyPairSigner,
  balanceLamports: bigint,
): Promise<SignedSweep | SweepRefusal> {
  const tooSmall: SweepRefusal = { refused: 'too_small', chainLamports: balanceLamports };
  if (balanceLamports <= 0n) return tooSmall;
  const plan = { ...terms, feePayer: owner };
  const [{ feeLamports, rentMinimumLamports }, ownerBalance, destinationBalance] = await Promise.all([
    readCosts(rpc, plan, balanceLamports),
    rpc.getBalance(owner.address, { commitment: 'confirmed' }).send(),
    rpc.getBalance(terms.destination, { commitment: 'confirmed' }).send(),
  ]);
  const isPayable = ownerBalance.value - feeLamports >= rentMinimumLamports;
  const mayStand = destinationBalance.value + balanceLamports >= rentMinimumLamports;
  return isPayable && mayStand ? await signPlan(plan, balanceLamports, feeLamports) : tooSmall;
}

/** Fee of that very message, and the rent minimum as it is now. */
async function readCosts(rpc: Rpc<SolanaRpcApi>, plan: SweepPlan, lamports: bigint) {
  const [fee, rentMinimumLamports] = await Promise.all([
    rpc.getFeeForMessage(encodeSweepMessage(plan, lamports), { commitment: 'confirmed' }).send(),
    rpc.getMinimumBalanceForRentExemption(0n).send(),
  ]);
  if (fee.value === null) throw new Transient('The node does not know the blockhash that it gave');
  return { feeLamports: fee.value, rentMinimumLamports };
}

async function signPlan(plan: SweepPlan, lamports: bigint, feeLamports: bigint): Promise<SignedSweep> {
  return {
    ...(await signSweep(plan, lamports)),
    destination: plan.destination,
    lamports,
    feeLamports,
    feePayer: plan.feePayer.address,
    lastValidBlockHeight: plan.lifetime.lastValidBlockHeight,
  };
}

/** A transfer that lands and fails costs its fee: so the node tries it first. Nothing is sent by that. */
async function wouldLand(rpc: Rpc<SolanaRpcApi>, raw: Uint8Array): Promise<boolean> {
  const { value } = await rpc
    .simulateTransaction(encodeWire(raw), { encoding: 'base64', commitment: 'confirmed', sigVerify: true })
    .send();
  return value.err === null;
}

function encodeWire(raw: Uint8Array): Base64EncodedWireTransaction {
  return getBase64Decoder().decode(raw) as Base64EncodedWireTransaction;
}

async function send(rpc: Rpc<SolanaRpcApi>, raw: Uint8Array): Promise<void> {
  try {
    await rpc
      .sendTransaction(encodeWire(raw), { encoding: 'base64', skipPreflight: true, maxRetries: 0n })
      .send();
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
