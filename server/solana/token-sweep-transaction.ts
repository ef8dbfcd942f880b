import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64Decoder,
  getSignatureFromTransaction,
  getTransactionEncoder,
  type KeyPairSigner,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';

/** Compute units of a sweep: finding the new account's address takes 1,500 for each try, and few need more than ten. */
export const tokenSweepComputeUnits = 120_000;

/** Everything that goes into the transaction of a sweep of tokens. */
export interface TokenSweepPlan {
  /** Owns the account that is emptied. */
  from: KeyPairSigner;
  /** Pays fee and rent, and gets the rent of the account that is closed. */
  feePayer: KeyPairSigner;
  /**
   * Where somebody sent SOL to the account itself: what of it is the fee payer's; the rest goes to `from`. By a node's word, so
   * it is taken from what lies there: told wrong it costs the house nothing that came from elsewhere. Null: all.
   */
  rentLamports: bigint | null;
  account: Address;
  mint: Address;
  decimals: number;
  /** The streamer's wallet, and its associated account. */
  destination: Address;
  target: Address;
  units: bigint;
  /** More is there than that, and stays. */
  isPart: boolean;
  lifetime: { blockhash: Blockhash; lastValidBlockHeight: bigint };
  microLamportsPerUnit: bigint;
}

/** The message as `getFeeForMessage` takes it. */
export function encodeTokenSweep(plan: TokenSweepPlan): TransactionMessageBytesBase64 {
  const { messageBytes } = compileTransaction(messageOf(plan));
  return getBase64Decoder().decode(messageBytes) as TransactionMessageBytesBase64;
}

/** Signs it, with both keys. */
export async function signTokenSweep(plan: TokenSweepPlan): Promise<{ signature: string; raw: Uint8Array }> {
  const transaction = await signTransactionMessageWithSigners(messageOf(plan));
  return {
    signature: getSignatureFromTransaction(transaction),
    raw: Uint8Array.from(getTransactionEncoder().encode(transaction)),
  };
}

/**
 * All or nothing: should another payment come in between, closing fails, and with it everything. A part opens and closes
 * no account.
 */
function messageOf(plan: TokenSweepPlan) {
  const { from, feePayer, account, mint, decimals, destination, target, units, isPart, rentLamports } = plan;
  const open = getCreateAssociatedTokenIdempotentInstruction({
    payer: feePayer,
    ata: target,
    owner: destination,
    mint,
  });
  const transfer = getTransferCheckedInstruction({
    source: account,
    mint,
    destination: target,
    authority: from,
    amount: units,
    decimals,
  });
  const closeTo = (to: Address) => getCloseAccountInstruction({ account, destination: to, owner: from });
  const close =
    rentLamports === null
      ? [closeTo(feePayer.address)]
      : [
          closeTo(from.address),
          getTransferSolInstruction({
            source: from,
            destination: feePayer.address,
            amount: rentLamports,
          }),
        ];
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(feePayer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(plan.lifetime, message),
    (message) => setTransactionMessageComputeUnitLimit(tokenSweepComputeUnits, message),
    (message) => setTransactionMessageComputeUnitPrice(plan.microLamportsPerUnit, message),
    (message) =>
      appendTransactionMessageInstructions(isPart ? [transfer] : [open, transfer, ...close], message),
  );
}
