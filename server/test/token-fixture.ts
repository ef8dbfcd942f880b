import {
  address as toAddress,
  type Address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getThawAccountInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { vi } from 'vitest';

/** A token of a test's own, whose issuer it is. */
export interface IssuedToken {
  mint: Address;
  /** Makes so many units for a wallet, in its associated account. */
  give: (owner: string, units: bigint) => Promise<void>;
  freeze(owner: string): Promise<void>;
  thaw(owner: string): Promise<void>;
  unitsOf: (owner: string) => Promise<bigint>;
}

const tokenProgram = TOKEN_PROGRAM_ADDRESS;

/** Makes a mint with so many decimals on the sandbox. */
export async function issueToken(url: string, decimals: number): Promise<IssuedToken> {
  const rpc = createSolanaRpc(url);
  const issuer = await generateKeyPairSigner();
  const mint = await generateKeyPairSigner();
  const send = (instructions: readonly Instruction[]) => sendAs(url, issuer, instructions);
  await rpc.requestAirdrop(issuer.address, 10_000_000_000n as never).send();
  await vi.waitUntil(async () => (await rpc.getBalance(issuer.address).send()).value > 0n, 5000);
  const space = 82n;
  const lamports = await rpc.getMinimumBalanceForRentExemption(space).send();
  await send([
    getCreateAccountInstruction({
      payer: issuer,
      newAccount: mint,
      lamports,
      space,
      programAddress: tokenProgram,
    }),
    getInitializeMint2Instruction({
      mint: mint.address,
      decimals,
      mintAuthority: issuer.address,
      freezeAuthority: issuer.address,
    }),
  ]);
  const accountOf = async (owner: string): Promise<Address> => {
    const [account] = await findAssociatedTokenPda({
      owner: toAddress(owner),
      mint: mint.address,
      tokenProgram,
    });
    return account;
  };
  return {
    mint: mint.address,
    async give(owner, units) {
      const ata = await accountOf(owner);
      await send([
        getCreateAssociatedTokenIdempotentInstruction({
          payer: issuer,
          ata,
          owner: toAddress(owner),
          mint: mint.address,
        }),
        getMintToInstruction({ mint: mint.address, token: ata, mintAuthority: issuer, amount: units }),
      ]);
    },
    async freeze(owner) {
      const account = await accountOf(owner);
      await send([getFreezeAccountInstruction({ account, mint: mint.address, owner: issuer })]);
    },
    async thaw(owner) {
      const account = await accountOf(owner);
      await send([getThawAccountInstruction({ account, mint: mint.address, owner: issuer })]);
    },
    async unitsOf(owner) {
      const account = await accountOf(owner);
      const { value } = await rpc
        .getAccountInfo(account, { commitment: 'confirmed', encoding: 'base64' })
        .send();
      if (value === null) return 0n;
      return Buffer.from(value.data[0], 'base64').readBigUInt64LE(64);
    },
  };
}

/** Sends instructions that `payer` pays for, and waits until they are confirmed. */
export async function sendAs(
  url: string,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<void> {
  const rpc = createSolanaRpc(url);
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  await rpc
    .sendTransaction(getBase64EncodedWireTransaction(transaction), {
      encoding: 'base64',
      preflightCommitment: 'confirmed',
    })
    .send();
  const signature = getSignatureFromTransaction(transaction);
  await vi.waitUntil(async () => {
    const { value } = await rpc.getSignatureStatuses([signature]).send();
    return value[0] !== null && value[0]?.confirmationStatus !== 'processed';
  }, 5000);
}
