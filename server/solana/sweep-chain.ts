import {
  address as toAddress,
  isAddress,
  signature as toSignature,
  type Address,
  type KeyPairSigner,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import { Permanent } from '#server/app/outside.ts';
import type { SignedSweep, SweepChain, SweepRefusal } from '#server/app/sweep-ports.ts';
import type { SigningVault } from './key-vault.ts';
import { readArrived } from './chain-entry.ts';
import { readCosts, sendSigned, sendSignedAgain, signerOf, wouldLand } from './own-transfer.ts';
import { readPriorityFee } from './priority-fee.ts';
import type { NodeAccess } from './rpc-client.ts';
import { shareReads } from './shared-reads.ts';
import { readOutcomeAmong, readSweepOutcome } from './sweep-outcome.ts';
import { signSweep, sweepComputeUnits, type SweepPlan } from './sweep-transaction.ts';

/** Those that a slot made final ask within this. */
const momentMs = 20;

/** A sweep without the one who pays for it. */
type SweepTerms = Omit<SweepPlan, 'feePayer'>;

/** Moves money over JSON-RPC. Sweeps of one moment are signed with few questions for all of them. */
export function createSweepChain(client: NodeAccess, vault: Pick<SigningVault, 'signerOf'>): SweepChain {
  const shared = shareReads(client, momentMs);
  return {
    sign: async (request) => {
      const from = await signerOf(vault, request.from);
      const owner = await signerOf(vault, request.owner);
      const { destination } = request;
      if (!isAddress(destination)) throw new Permanent(`${destination} is no address of Solana`);
      if (destination === from.address) throw new Permanent(`${destination} cannot be swept to itself`);
      return shared.onOneNode(async (rpc) => {
        const refusal = await compareBooks(rpc, from.address, request);
        if (refusal !== null) return refusal;
        const [microLamportsPerUnit, latest] = await Promise.all([
          readPriorityFee(rpc, [from.address, destination], {
            computeUnits: sweepComputeUnits,
            expired: request.expired,
          }),
          rpc.getLatestBlockhash({ commitment: 'confirmed' }).send(),
        ]);
        const terms = { from, destination, lifetime: latest.value };
        const signFor = async (offered: bigint) => {
          const offering = { ...terms, microLamportsPerUnit: offered };
          if (request.isPart) return await signPart(rpc, offering, request.lamports);
          return (
            (await signPaidByItself(rpc, offering, request.lamports)) ??
            (await signPaidByOwner(rpc, offering, owner, request.lamports))
          );
        };
        const wanted = await signFor(microLamportsPerUnit);
        // What cannot pay for being taken sooner goes without.
        const signed = 'refused' in wanted && microLamportsPerUnit > 0n ? await signFor(0n) : wanted;
        if ('refused' in signed || (await wouldLand(rpc, signed.raw))) return signed;
        return { refused: 'would_fail', chainLamports: request.lamports };
      });
    },
    send: (raw) => sendSigned(client, raw),
    sendAgain: (raw) => sendSignedAgain(client, raw),
    outcome: ({ signature, ...signed }, address, isOverdue = false) => {
      const sweep = { ...signed, signature: toSignature(signature), address: toAddress(address) };
      return readOutcomeAmong(client, isOverdue, (rpc) => readSweepOutcome(rpc, sweep));
    },
    arrivedLamports: (signature, addresses) => {
      const seen = { signature: toSignature(signature), commitment: 'finalized' } as const;
      return client.onOneNode((rpc) => readArrived(rpc, seen, addresses.filter(isAddress)));
    },
  };
}

/**
 * Null when the finalized balance is what the books say. The confirmed one must be the same too, or the transfer
 * would leave a remainder that the chain does not let stand, fail, and still cost its fee. Of a part neither may be less.
 */
async function compareBooks(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  { lamports: expected, isPart = false }: { lamports: bigint; isPart?: boolean },
): Promise<SweepRefusal | null> {
  const [finalized, confirmed] = await Promise.all([
    rpc.getBalance(address, { commitment: 'finalized' }).send(),
    rpc.getBalance(address, { commitment: 'confirmed' }).send(),
  ]);
  const balances: bigint[] = [finalized.value, confirmed.value];
  const isAgreed = balances.every((onChain) => onChain === expected || (isPart && onChain > expected));
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

/** The sweep of what is final while more comes: as much stays as may stand, and the fee of the next one. */
async function signPart(
  rpc: Rpc<SolanaRpcApi>,
  terms: SweepTerms,
  finalLamports: bigint,
): Promise<SignedSweep | SweepRefusal> {
  const plan = { ...terms, feePayer: terms.from };
  const { feeLamports, rentMinimumLamports } = await readCosts(rpc, plan, finalLamports);
  const lamports = finalLamports - 2n * feeLamports - rentMinimumLamports;
  if (lamports <= 0n) return { refused: 'too_small', chainLamports: finalLamports };
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
