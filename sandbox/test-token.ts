import {
  type Address,
  address as toAddress,
  createKeyPairSignerFromPrivateKeyBytes,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintEncoder,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import type { Store } from './store.ts';

/** What the sandbox's token is called, and how many decimals it has: those of USDC. */
export const TEST_TOKEN = { symbol: 'tUSDC', decimals: 6 } as const;

/** More than any rent that a mint has needed. */
const MINT_LAMPORTS = 10_000_000n;

/** The sandbox's own token: its mint is drawn once per folder, and the faucet may make as much of it as it likes. */
export class TestToken {
  readonly mint: Address;
  readonly #authority: KeyPairSigner;

  private constructor(mint: Address, authority: KeyPairSigner) {
    this.mint = mint;
    this.#authority = authority;
  }

  /** Opens the folder's token; a folder that has none yet gets it. */
  static async open(store: Store, authority: KeyPairSigner): Promise<TestToken> {
    const known = store.findFact('test-token');
    if (known !== undefined) return new TestToken(toAddress(known), authority);
    const { address } = await createKeyPairSignerFromPrivateKeyBytes(store.secret('test-token-key'));
    const data = getMintEncoder().encode({
      mintAuthority: authority.address,
      supply: 0n,
      decimals: TEST_TOKEN.decimals,
      isInitialized: true,
      freezeAuthority: authority.address,
    });
    const owner = TOKEN_PROGRAM_ADDRESS;
    store.writeAccount(address, {
      lamports: MINT_LAMPORTS,
      data: Uint8Array.from(data),
      owner,
      executable: false,
    });
    store.writeFact('test-token', address);
    return new TestToken(address, authority);
  }

  /** What gives a wallet so many units: its token account is made where it is missing. */
  async giveTo(owner: Address, units: bigint): Promise<Instruction[]> {
    const { mint } = this;
    const [token] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
    const payer = this.#authority;
    return [
      getCreateAssociatedTokenIdempotentInstruction({ payer, ata: token, owner, mint }),
      getMintToInstruction({ mint, token, mintAuthority: this.#authority, amount: units }),
    ];
  }
}
