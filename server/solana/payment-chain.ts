import {
  address as toAddress,
  getBase64Decoder,
  getSolanaErrorFromTransactionError,
  isAddress,
  isOffCurveAddress,
  type Base64EncodedWireTransaction,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { Problem } from '#contract/problem.ts';
import type { PaymentPorts, Transfer } from '#server/app/payment-ports.ts';
import { PaymentBudget } from './payment-budget.ts';
import { obstacleOf } from './payment-refusal.ts';
import { createTransferSender, type SendingPace } from './send-transfer.ts';
import { readTransfer } from './read-transfer.ts';
import type { NodeAccess } from './rpc-client.ts';
import type { RpcLimits } from './rpc-node.ts';
import { shareReads } from './shared-reads.ts';
import { encodeWalletTransfer } from './wallet-transfer.ts';

/**
 * Payments from wallets over JSON-RPC. To build one costs a simulation, and a blockhash that all share for 4 s; to send
 * one costs what `createTransferSender` says. `limits` is the budget of a node; `signal` ends what is being followed;
 * tests shorten `pace`.
 */
export function createPaymentChain(
  client: NodeAccess,
  { limits, signal, pace }: { limits: RpcLimits | null; signal: AbortSignal; pace?: SendingPace },
): PaymentPorts['chain'] {
  const shared = shareReads(client);
  // Each counts for itself, as the methods that they call do; what is sent again counts as what is sent.
  const builds = new PaymentBudget(limits);
  const sendings = new PaymentBudget(limits);
  const sender = createTransferSender(shared, { signal, pace });
  return {
    read: readTransfer,
    build: async (transfer, asking) => {
      assertWallet(transfer);
      admit(builds, asking);
      return await build(shared, transfer);
    },
    isUnderway: (signature) => sender.isFollowed(signature) || sender.mayBeSent(signature),
    send: async (transfer, asking) => {
      if (!sender.isFollowed(transfer.signature)) admit(sendings, asking);
      return await sender.send(transfer, () => sendings.admits(asking, performance.now()));
    },
  };
}

function admit(budget: PaymentBudget, client: string): void {
  if (!budget.admits(client, performance.now())) throw new Problem('busy');
}

/** Whether the address can sign at all: one that is off the curve has no key. The simulation tells the rest. */
function assertWallet({ payer, destination }: Transfer): void {
  const isWallet = isAddress(payer) && !isOffCurveAddress(payer) && payer !== SYSTEM_PROGRAM_ADDRESS;
  if (!isWallet || payer === destination) throw new Problem('address_not_payable');
}

async function build({ rpc }: NodeAccess, { payer, destination, lamports }: Transfer): Promise<Uint8Array> {
  const latest = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const unsigned = encodeWalletTransfer({
    payer: toAddress(payer),
    destination: toAddress(destination),
    lamports,
    lifetime: latest.value,
  });
  const wire = getBase64Decoder().decode(unsigned) as Base64EncodedWireTransaction;
  // The node that is asked may not know the other one's blockhash yet: whether the money is there does not depend on it.
  const { value } = await rpc
    .simulateTransaction(wire, { encoding: 'base64', commitment: 'confirmed', replaceRecentBlockhash: true })
    .send();
  if (value.err === null) return unsigned;
  const obstacle = obstacleOf(getSolanaErrorFromTransactionError(value.err));
  throw new Problem(obstacle === 'seen' || obstacle === 'outdated' ? 'payment_refused' : obstacle);
}
