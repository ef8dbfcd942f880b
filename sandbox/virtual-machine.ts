import { type Address, type Transaction, getAddressDecoder, getBase58Decoder, lamports } from '@solana/kit';
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm';
import { type AccountState, SYSTEM_PROGRAM } from './account-state.ts';
import { type TransactionError, namedError, readVmError } from './transaction-error.ts';
import type { Outcome } from './transaction-record.ts';

/** What one run gave; without the fee, which LiteSVM does not tell. */
export type Run = Omit<Outcome, 'err' | 'feeLamports'> & { readonly error: TransactionError | null };

/** A dry run, with the accounts as they would be afterwards. */
export type DryRun = Run & { readonly postAccounts: ReadonlyMap<Address, AccountState> };

const SLOTS_PER_EPOCH = 432_000n;
const BUILTIN_OWNERS = [
  'NativeLoader1111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
] as Address[];

/**
 * LiteSVM as an executor: it runs transactions against accounts that are handed to it.
 *
 * It keeps no history and checks no blockhash: its caller does both, over a longer window.
 */
export class VirtualMachine {
  readonly #svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
  readonly #builtins: ReadonlySet<Address>;

  constructor() {
    const owned = BUILTIN_OWNERS.flatMap((owner) => this.#svm.getProgramAccounts(owner));
    this.#builtins = new Set(owned.map(({ address }) => address));
  }

  /** Whether the machine itself brings this account: a program or a sysvar. */
  isBuiltin(address: Address): boolean {
    return this.#builtins.has(address);
  }

  read(address: Address): AccountState | null {
    const account = this.#svm.getAccount(address);
    if (!account.exists || account.lamports === 0n) return null;
    const { data, programAddress: owner, executable } = account;
    return { lamports: account.lamports, data: Uint8Array.from(data), owner, executable };
  }

  write(address: Address, state: AccountState | null): void {
    const data = state?.data ?? new Uint8Array();
    this.#svm.setAccount({
      address,
      lamports: lamports(state?.lamports ?? 0n),
      data,
      space: BigInt(data.length),
      programAddress: state?.owner ?? SYSTEM_PROGRAM,
      executable: state?.executable ?? false,
    });
  }

  /** Lamports an account of this size must hold to exist. */
  rentMinimum(dataBytes: bigint): bigint {
    return this.#svm.minimumBalanceForRentExemption(dataBytes);
  }

  setClock(slot: number, unixSeconds: number): void {
    const epoch = BigInt(slot) / SLOTS_PER_EPOCH;
    this.#svm.setClock(new Clock(BigInt(slot), 0n, epoch, epoch + 1n, BigInt(unixSeconds)));
  }

  /** A new value for durable nonces that are advanced from now on. */
  renewNonceSeed(): void {
    this.#svm.expireBlockhash();
  }

  /** Runs a transaction and keeps its effects. Signatures are checked. */
  execute(transaction: Transaction): Run {
    const result = refusing(() => this.#svm.sendTransaction(transaction));
    if ('refused' in result) return result.refused;
    if (result instanceof FailedTransactionMetadata) return readRun(result.meta(), readVmError(result.err()));
    return readRun(result, null);
  }

  /** Runs a transaction without keeping anything. Signatures are not checked. */
  simulate(transaction: Transaction): DryRun {
    this.#svm.withSigverify(false);
    try {
      const result = refusing(() => this.#svm.simulateTransaction(transaction));
      if ('refused' in result) return { ...result.refused, postAccounts: new Map() };
      if (result instanceof FailedTransactionMetadata) {
        return { ...readRun(result.meta(), readVmError(result.err())), postAccounts: new Map() };
      }
      const after = result.postAccounts().map((account): [Address, AccountState] => {
        const { address, data, programAddress: owner, executable } = account;
        return [address, { lamports: account.lamports, data: Uint8Array.from(data), owner, executable }];
      });
      return { ...readRun(result.meta(), null), postAccounts: new Map(after) };
    } finally {
      this.#svm.withSigverify(true);
    }
  }
}

/** LiteSVM throws for what it cannot read or what is not signed; a node only refuses it. */
function refusing<Result>(run: () => Result): Result | { refused: Run } {
  try {
    return run();
  } catch (cause) {
    const logs = [cause instanceof Error ? cause.message : String(cause)];
    const nothing = { logs, computeUnits: 0n, innerInstructions: [], returnData: null };
    return { refused: { error: namedError('SanitizeFailure'), ...nothing } };
  }
}

function readRun(meta: TransactionMetadata, error: TransactionError | null): Run {
  const base58 = getBase58Decoder();
  const innerInstructions = meta.innerInstructions().map((list, index) => ({
    index,
    instructions: list.map((inner) => ({
      programIdIndex: inner.instruction().programIdIndex(),
      accounts: [...inner.instruction().accounts()],
      data: base58.decode(inner.instruction().data()),
      stackHeight: inner.stackHeight(),
    })),
  }));
  const returned = meta.returnData();
  const data = Buffer.from(returned.data()).toString('base64');
  return {
    error,
    logs: meta.logs(),
    computeUnits: meta.computeUnitsConsumed(),
    innerInstructions: innerInstructions.filter(({ instructions }) => instructions.length > 0),
    returnData:
      data === ''
        ? null
        : { programId: getAddressDecoder().decode(returned.programId()), data: [data, 'base64'] },
  };
}
