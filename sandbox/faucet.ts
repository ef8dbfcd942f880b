import { randomInt } from 'node:crypto';
import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import { SYSTEM_PROGRAM } from './account-state.ts';
import { BLOCKHASH_WINDOW_SLOTS } from './blockhashes.ts';
import type { Chain } from './chain.ts';
import { type ParsedTransaction, parseTransaction } from './parsed-transaction.ts';
import type { Store } from './store.ts';
import { TestToken } from './test-token.ts';

/** 500 million SOL: enough for any test, and far from the largest 64-bit number. */
const GENESIS_LAMPORTS = 500_000_000_000_000_000n;
const LEAST_COMPUTE_UNITS = 1_000;
/** Making an associated account searches for its address, which takes longer for some wallets. */
const LEAST_TOKEN_COMPUTE_UNITS = 200_000;
const COMPUTE_UNIT_CHOICES = 1_000_000;

/** The account that holds the sandbox's SOL and pays airdrops; its key is drawn once per folder. */
export class Faucet {
  /** Its own token, of which it gives as much as is asked for. */
  readonly token: TestToken;
  readonly #signer: KeyPairSigner;
  #paid = randomInt(COMPUTE_UNIT_CHOICES);

  private constructor(signer: KeyPairSigner, token: TestToken) {
    this.#signer = signer;
    this.token = token;
  }

  /** Opens the folder's faucet; on the first start it receives all its SOL. */
  static async open(store: Store): Promise<Faucet> {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(store.secret('faucet-key'));
    if (store.findFact('genesis-done') === undefined) {
      const empty = { data: new Uint8Array(), owner: SYSTEM_PROGRAM, executable: false };
      store.writeAccount(signer.address, { lamports: GENESIS_LAMPORTS, ...empty });
      store.writeFact('genesis-done', 'yes');
    }
    return new Faucet(signer, await TestToken.open(store, signer));
  }

  get address(): Address {
    return this.#signer.address;
  }

  /**
   * Signs a payment from the faucet. The compute unit limit differs from one to the next, so that two
   * equal payments of one slot are two transactions.
   */
  async pay(chain: Chain, destination: Address, amountLamports: bigint): Promise<ParsedTransaction> {
    const transfer = getTransferSolInstruction({
      source: this.#signer,
      destination,
      amount: lamports(amountLamports),
    });
    return await this.#sign(chain, [transfer], LEAST_COMPUTE_UNITS);
  }

  /** Signs a payment in the sandbox's token to the token account of a wallet. Like payments in SOL, each is another one. */
  async payTokens(chain: Chain, owner: Address, units: bigint): Promise<ParsedTransaction> {
    return await this.#sign(chain, await this.token.giveTo(owner, units), LEAST_TOKEN_COMPUTE_UNITS);
  }

  async #sign(
    chain: Chain,
    instructions: readonly Instruction[],
    leastUnits: number,
  ): Promise<ParsedTransaction> {
    this.#paid = (this.#paid + 1) % COMPUTE_UNIT_CHOICES;
    const limit = getSetComputeUnitLimitInstruction({ units: leastUnits + this.#paid });
    const lifetime = {
      blockhash: chain.blockhashes.of(chain.slot),
      lastValidBlockHeight: BigInt(chain.slot + BLOCKHASH_WINDOW_SLOTS),
    };
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(this.#signer, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => appendTransactionMessageInstructions([limit, ...instructions], draft),
    );
    const signed = await signTransactionMessageWithSigners(message);
    return parseTransaction(Uint8Array.from(getTransactionEncoder().encode(signed)));
  }
}
