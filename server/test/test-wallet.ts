import { setTimeout as sleep } from 'node:timers/promises';
import {
  AccountRole,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { lamportsOn, payFromFaucet, rpcCall } from './faults/rpc-call.ts';

/** A key with money on it, as a donor's wallet holds one. */
export async function fundedWallet(rpcUrl: string, lamports: number): Promise<KeyPairSigner> {
  const wallet = await generateKeyPairSigner();
  await payFromFaucet(rpcUrl, wallet.address, lamports);
  while ((await lamportsOn(rpcUrl, wallet.address)) === 0) await sleep(10);
  return wallet;
}

async function latestBlockhash(
  rpcUrl: string,
): Promise<{ blockhash: Blockhash; lastValidBlockHeight: bigint }> {
  const { value } = await rpcCall<{ value: { blockhash: Blockhash; lastValidBlockHeight: number } }>(
    rpcUrl,
    'getLatestBlockhash',
    [{ commitment: 'confirmed' }],
  );
  return { blockhash: value.blockhash, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) };
}

/** Signs what a server built, like a wallet that changes nothing. Base64 in and out. */
export async function signAsBuilt(wallet: KeyPairSigner, transaction: string): Promise<string> {
  const built = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  const signed = await partiallySignTransaction([wallet.keyPair], built);
  return Buffer.from(getTransactionEncoder().encode(signed)).toString('base64');
}

/** Signs a transaction of any instructions, in base64. */
export async function signOwn(
  rpcUrl: string,
  feePayer: KeyPairSigner,
  instructions: readonly Instruction[],
  version: 'legacy' | 0 = 'legacy',
): Promise<string> {
  const lifetime = await latestBlockhash(rpcUrl);
  const message = pipe(
    createTransactionMessage({ version: version as 'legacy' }),
    (draft) => setTransactionMessageFeePayerSigner(feePayer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  );
  const signed = await signTransactionMessageWithSigners(message);
  return Buffer.from(getTransactionEncoder().encode(signed)).toString('base64');
}

/** A plain transfer. */
export function transferOf(source: KeyPairSigner, destination: string, lamports: bigint): Instruction {
  return getTransferSolInstruction({ source, destination: destination as Address, amount: lamports });
}

/** A call of a program that has nothing to do with a payment. */
export function foreignInstruction(account: Address): Instruction {
  return {
    programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address,
    accounts: [{ address: account, role: AccountRole.READONLY_SIGNER }],
    data: new TextEncoder().encode('hello'),
  };
}

/** The code of a refusal; its status as well where it is not the caller's doing. */
export function refusal({ status, body }: { status: number; body: unknown }): string {
  const { code, message } = body as { code?: string; message?: string };
  const isRefusal = status >= 400 && status < 500 && message?.endsWith('.') === true;
  return isRefusal && code !== undefined ? code : JSON.stringify({ status, body });
}
