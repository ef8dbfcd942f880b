import { randomInt } from 'node:crypto';
import {
  type Address,
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

/** 500 million SOL: enough for any test, and far from the largest 64-bit number. */
const GENESIS_LAMPORTS = 500_000_000_000_000_000n;
const LEAST_COMPUTE_UNITS = 1_000;
const COMPUTE_UNIT_CHOICES = 1_000_000;

/** The account that holds the sandbox's SOL and pays airdrops; its key is drawn once per folder. */
export class Faucet {
  readonly #signer: KeyPairSigner;
  #paid = randomInt(COMPUTE_UNIT_CHOICES);

  private constructor(signer: KeyPairSigner) {
    this.#signer = signer;
  }

  /** Opens the folder's faucet; on the first start it receives all its SOL. */
  static async open(store: Store): Promise<Faucet> {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(store.secret('faucet-key'));
    if (store.findFact('genesis-done') === undefined) {
      const empty = { data: new Uint8Array(), owner: SYSTEM_PROGRAM, executable: false };
      store.writeAccount(signer.address, { lamports: GENESIS_LAMPORTS, ...empty });
      store.writeFact('genesis-done', 'yes');
    }
    return new Faucet(signer);
  }

  get address(): Address {
    return this.#signer.address;
  }

  /**
   * Signs a payment from the faucet. The compute unit limit differs from one to the next, so that two
   * equal payments of one slot are two transactions.
   */
  async pay(chain: Chain, destination: Address, amountLamports: bigint): Promise<ParsedTransaction> {
    this.#paid = (this.#paid + 1) % COMPUTE_UNIT_CHOICES;
    const limit = getSetComputeUnitLimitInstruction({ units: LEAST_COMPUTE_UNITS + this.#paid });
    const transfer = getTransferSolInstruction({
      source: this.#signer,
      destination,
      amount: lamports(amountLamports),
    });
    const lifetime = {
      blockhash: chain.blockhashes.of(chain.slot),
      lastValidBlockHeight: BigInt(chain.slot + BLOCKHASH_WINDOW_SLOTS),
    };
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(this.#signer, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => appendTransactionMessageInstructions([limit, transfer], draft),
    );
    const signed = await signTransactionMessageWithSigners(message);
    return parseTransaction(Uint8Array.from(getTransactionEncoder().encode(signed)));
  }
}
