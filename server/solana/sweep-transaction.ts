import {
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  getBase64Decoder,
  getSignatureFromTransaction,
  getTransactionEncoder,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Blockhash,
  type KeyPairSigner,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';

/** Compute units of a sweep: measured 450 (transfer, limit and price at 150 each), and some to spare. */
export const sweepComputeUnits = 600;

/** Everything that goes into the transaction of a sweep. `feePayer` may be `from`. */
export interface SweepPlan {
  from: KeyPairSigner;
  feePayer: KeyPairSigner;
  destination: Address;
  lifetime: { blockhash: Blockhash; lastValidBlockHeight: bigint };
  microLamportsPerUnit: bigint;
}

/** The message of a sweep as `getFeeForMessage` takes it. The fee does not depend on the amount. */
export function encodeSweepMessage(plan: SweepPlan, lamports: bigint): TransactionMessageBytesBase64 {
  const { messageBytes } = compileTransaction(sweepMessage(plan, lamports));
  return getBase64Decoder().decode(messageBytes) as TransactionMessageBytesBase64;
}

/** Signs the transfer. The signature names the transaction wherever it turns up. */
export async function signSweep(
  plan: SweepPlan,
  lamports: bigint,
): Promise<{ signature: string; raw: Uint8Array }> {
  const transaction = await signTransactionMessageWithSigners(sweepMessage(plan, lamports));
  return {
    signature: getSignatureFromTransaction(transaction),
    raw: Uint8Array.from(getTransactionEncoder().encode(transaction)),
  };
}

function sweepMessage(plan: SweepPlan, lamports: bigint) {
  const { from, feePayer, destination, lifetime, microLamportsPerUnit } = plan;
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(feePayer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => setTransactionMessageComputeUnitLimit(sweepComputeUnits, message),
    (message) => setTransactionMessageComputeUnitPrice(microLamportsPerUnit, message),
    (message) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source: from, destination, amount: lamports }),
        message,
      ),
  );
}
