import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Base64EncodedWireTransaction,
  type KeyPairSigner,
} from '@solana/kit';
import {
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { setTimeout as sleep } from 'node:timers/promises';
import { Permanent, Transient } from '#server/app/outside.ts';
import { isDecidedByOutcome } from './own-transfer.ts';
import { isAfterSilence } from './repeated-call.ts';
import type { RpcClient } from './rpc-client.ts';
import { readSweepOutcome } from './sweep-outcome.ts';
import type { TokenAccount } from './token-accounts.ts';

/** Who holds the tokens, who gets them, and who pays. */
export interface TokenRescue {
  holder: KeyPairSigner;
  owner: Address;
  payer: KeyPairSigner;
  account: TokenAccount;
}

const pollMs = 1000;

/**
 * Moves all tokens of an account to its owner's associated token account, which is made if need be, and closes the
 * empty one: its rent goes to the payer, who paid for the new one. Returns the signature once it is final.
 *
 * Throws `Permanent` with the node's reason when it refuses (the payer is too poor, the account is frozen), and
 * `Transient` when the transfer can no longer land, landed and failed because something had changed meanwhile (more
 * tokens had come), or no node tells what became of it: repeating is safe, because what has moved is not there any more.
 */
export async function rescueTokens(client: RpcClient, rescue: TokenRescue): Promise<string> {
  const { holder, owner, payer, account } = rescue;
  const { mint } = account;
  const [target] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  const { value: lifetime } = await client.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const source = account.address;
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) =>
      appendTransactionMessageInstructions(
        [
          getCreateAssociatedTokenIdempotentInstruction({ payer, ata: target, owner, mint }),
          getTransferInstruction({ source, destination: target, authority: holder, amount: account.amount }),
          getCloseAccountInstruction({ account: source, destination: payer.address, owner: holder }),
        ],
        timed,
      ),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  const signature = getSignatureFromTransaction(transaction);
  await sendOnce(client, getBase64EncodedWireTransaction(transaction));
  const raw = Uint8Array.from(getTransactionEncoder().encode(transaction));
  const { lastValidBlockHeight } = lifetime;
  const sent = { signature, address: holder.address, raw, lastValidBlockHeight };
  for (;;) {
    const outcome = await client.onOneNode((rpc) => readSweepOutcome(rpc, sent));
    if (outcome.state === 'landed' && outcome.entry.succeeded) return signature;
    if (outcome.state === 'landed')
      throw new Transient('The transfer landed and failed: nothing was moved. Run the command again.');
    if (outcome.state === 'expired') throw new Transient('The transfer did not land. Run the command again.');
    await sleep(pollMs);
  }
}

/** Where an attempt broke off it may have moved the tokens, whatever came after it: only the chain tells. */
async function sendOnce({ rpc }: RpcClient, wire: Base64EncodedWireTransaction): Promise<void> {
  try {
    await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send();
  } catch (error) {
    const isBrokenOff = error instanceof Transient || (error instanceof Permanent && isAfterSilence(error));
    if (!isBrokenOff && !isDecidedByOutcome(error)) throw error;
  }
}
