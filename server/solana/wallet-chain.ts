import {
  address as toAddress,
  signature as toSignature,
  type Address,
  type KeyPairSigner,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import { Permanent, Transient } from '#server/app/outside.ts';
import type { SweepOutcome } from '#server/app/sweep-ports.ts';
import type {
  SignedWithdrawal,
  WalletChain,
  WithdrawalOutcome,
  WithdrawalRequest,
} from '#server/app/wallet-ports.ts';
import { judgeWithdrawal } from '#server/domain/withdrawal.ts';
import { readNamed } from './chain-entry.ts';
import type { SigningVault } from './key-vault.ts';
import { readCosts, sendSigned, sendSignedAgain, signerOf, wouldLand } from './own-transfer.ts';
import { mostMicroLamportsPerUnit, readPriorityFee } from './priority-fee.ts';
import type { NodeAccess } from './rpc-client.ts';
import { listFinal } from './signature-history.ts';
import { readSweepOutcome } from './sweep-outcome.ts';
import { signSweep, sweepComputeUnits, type SweepPlan } from './sweep-transaction.ts';
import { createBalanceReader } from './wallet-balances.ts';

/** Streamers' wallets over JSON-RPC. `client` leaves a part of each node's budget to what finds payments. */
export function createWalletChain(client: NodeAccess, vault: Pick<SigningVault, 'signerOf'>): WalletChain {
  const reckonFor = async (request: WithdrawalRequest) => {
    const from = await signerOf(vault, request.from);
    return (rpc: Rpc<SolanaRpcApi>) => reckon(rpc, { ...request, from });
  };
  return {
    balance: createBalanceReader(client),
    quote: async (request) => {
      const { result, plan, balance } = await client.onOneNode(await reckonFor(request));
      return 'refused' in result ? result : { ...result, unitPrice: plan.microLamportsPerUnit, balance };
    },
    sign: async (request) => {
      const reckonOn = await reckonFor(request);
      return await client.onOneNode(async (rpc) => {
        const { result, plan, slot, balance } = await reckonOn(rpc);
        if ('refused' in result) return result;
        const signed: SignedWithdrawal = {
          ...(await signSweep(plan, result.arrives)),
          lamports: result.arrives,
          feeLamports: result.fee,
          lastValidBlockHeight: plan.lifetime.lastValidBlockHeight,
          signedSlot: slot,
        };
        if (!(await wouldLand(rpc, signed.raw))) return { refused: 'would_fail' };
        return { signed, sums: result, balance };
      });
    },
    send: (raw) => sendSigned(client, raw),
    sendAgain: (raw) => sendSignedAgain(client, raw),
    outcome: (signed, address, isOneEnough) => readOutcome(client, signed, toAddress(address), isOneEnough),
    listFinal: async (address, { before, until, limit }) => {
      const page = await listFinal(client.rpc, toAddress(address), {
        before: before === null ? null : toSignature(before),
        until: until === null ? null : toSignature(until),
        limit,
      });
      return page.map(({ signature, slot, blockTime, err }) => ({
        signature,
        slot,
        blockTime: blockTime == null ? null : new Date(Number(blockTime) * 1000),
        succeeded: err === null,
      }));
    },
    readFinal: async (address, signature) => {
      const seen = { signature: toSignature(signature), address: toAddress(address) };
      const { entry, accounts } = await readNamed(client.rpc, { ...seen, commitment: 'finalized' });
      return { ...entry, accounts };
    },
  };
}

interface Reckoning extends Omit<WithdrawalRequest, 'from'> {
  from: KeyPairSigner;
}

/** What the withdrawal would do by what one node says, with the fee of that very message. */
async function reckon(rpc: Rpc<SolanaRpcApi>, { from, ...asked }: Reckoning) {
  const destination = destinationOf(asked.destination, from.address);
  const [balance, there, latest, price] = await Promise.all([
    rpc.getBalance(from.address, { commitment: 'confirmed' }).send(),
    rpc.getBalance(destination, { commitment: 'confirmed' }).send(),
    rpc.getLatestBlockhash({ commitment: 'confirmed' }).send(),
    asked.unitPrice ??
      readPriorityFee(rpc, [from.address, destination], { computeUnits: sweepComputeUnits, expired: 0 }),
  ]);
  const most = mostMicroLamportsPerUnit(sweepComputeUnits);
  const plan: SweepPlan = {
    from,
    feePayer: from,
    destination,
    lifetime: latest.value,
    microLamportsPerUnit: price < most ? price : most,
  };
  // The fee does not depend on the amount.
  const { feeLamports, rentMinimumLamports } = await readCosts(rpc, plan, asked.lamports ?? balance.value);
  const result = judgeWithdrawal({
    balance: balance.value,
    wanted: asked.lamports,
    fee: feeLamports,
    rentMinimum: rentMinimumLamports,
    destination: there.value,
  });
  return { result, plan, slot: latest.context.slot, balance: balance.value };
}

function destinationOf(text: string, from: Address): Address {
  const destination = toAddress(text);
  if (destination === from) throw new Permanent(`${text} cannot be withdrawn to itself`);
  return destination;
}

/**
 * Where a withdrawal stands. A wallet still holds money when a transfer of it has landed, unlike an address that was
 * swept, so that nothing shows a wrong answer afterwards: one node's word that it can land no more is not enough to sign
 * anew, nor that it landed or failed to end it, where a second one can be asked.
 */
async function readOutcome(
  client: NodeAccess,
  { signature, ...signed }: SignedWithdrawal,
  address: Address,
  isOneEnough: boolean,
): Promise<WithdrawalOutcome> {
  const sent = { ...signed, signature: toSignature(signature), address };
  const own = await client.onOneNode((rpc) => readSweepOutcome(rpc, sent));
  // The preferred one may never tell an end: then the other one is asked as well.
  if (own.state === 'unknown' && !isOneEnough) return withSeen(own);
  const both = await client
    .onTwoNodes((rpc) => readSweepOutcome(rpc, sent))
    .catch((error: unknown) => {
      if (own.state !== 'expired' && isOneEnough && error instanceof Transient) return [];
      throw error;
    });
  const told = [own, ...both].find(({ state }) => state !== 'unknown') ?? own;
  const others = both.filter((outcome) => endOf(outcome) !== endOf(told));
  const [other] = others;
  if (other === undefined) return withSeen(told);
  const isContradicted = others.some(({ state }) => state !== 'unknown');
  if (told.state === 'expired' && !isContradicted) return withSeen(other);
  return isOneEnough && !isContradicted ? withSeen(told) : { state: 'unknown', isSeen: true };
}

/** One that landed and failed has another end than one that was paid: whoever hears that it failed asks for another. */
function endOf(outcome: SweepOutcome): SweepOutcome['state'] | 'failed' {
  return outcome.state === 'landed' && !outcome.entry.succeeded ? 'failed' : outcome.state;
}

function withSeen(outcome: SweepOutcome): WithdrawalOutcome {
  return outcome.state === 'unknown' ? { state: 'unknown', isSeen: outcome.isSeen === true } : outcome;
}
