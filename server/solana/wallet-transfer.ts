import {
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Address,
  type Blockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';

/** A transfer as it is handed to a wallet. */
interface WalletTransfer {
  payer: Address;
  destination: Address;
  lamports: bigint;
  lifetime: { blockhash: Blockhash; lastValidBlockHeight: bigint };
}

/**
 * The unsigned transaction of a transfer, in the old format: every wallet and hardware key takes it, and the newer ones
 * add only what a transfer has no use for.
 *
 * It sets no compute budget: wallets add their own fee for priority only where none is set, and know better than a
 * server what their owner wants to pay.
 */
export function encodeWalletTransfer({ payer, destination, lamports, lifetime }: WalletTransfer): Uint8Array {
  const transfer = getTransferSolInstruction({
    source: createNoopSigner(payer),
    destination,
    amount: lamports,
  });
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (draft) => setTransactionMessageFeePayer(payer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstruction(transfer, draft),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}
