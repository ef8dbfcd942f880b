import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  isOffCurveAddress,
  verifySignature,
  type Address,
  type Transaction,
} from '@solana/kit';
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget';
import {
  getTransferSolInstructionDataDecoder,
  getTransferSolInstructionDataEncoder,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import { Problem } from '#contract/problem.ts';
import type { SignedTransfer, Transfer } from '#server/app/payment-ports.ts';

/** What a transaction may hold at most, everything included. */
const mostBytes = 1232;

type CompiledMessage = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>;
type Instruction = Extract<CompiledMessage, { version: 'legacy' }>['instructions'][number];

/**
 * Reads what a wallet has signed, and takes nothing on trust.
 *
 * Wallets may change what they sign: they add a compute budget of their own, which changes nothing but the fee. So a
 * payment is exactly one transfer by the system program, from the only signer, who pays the fee as well, and besides
 * it nothing but instructions of the compute budget program. Throws `Problem`: `payment_unreadable`,
 * `payment_unsigned`, `payment_changed`.
 */
export async function readTransfer(raw: Uint8Array): Promise<SignedTransfer> {
  const { transaction, message } = decode(raw);
  const transfer = findTransfer(message);
  if (transfer === null) throw new Problem('payment_changed');
  if (!(await isSigned(transaction, transfer.payer))) throw new Problem('payment_unsigned');
  return { ...transfer, signature: getSignatureFromTransaction(transaction), raw };
}

/** Throws `Problem('payment_unreadable')` also for bytes that decode and are not the one encoding of what they mean. */
function decode(raw: Uint8Array): { transaction: Transaction; message: CompiledMessage } {
  if (raw.length > mostBytes) throw new Problem('payment_unreadable');
  try {
    const transaction = getTransactionDecoder().decode(raw);
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const isExact =
      isSame(getTransactionEncoder().encode(transaction), raw) &&
      isSame(getCompiledTransactionMessageEncoder().encode(message), transaction.messageBytes);
    if (isExact) return { transaction, message };
  } catch {
    // Whatever the decoder stumbled over, an index out of range or bytes that are missing: it is no transaction.
    throw new Problem('payment_unreadable');
  }
  throw new Problem('payment_unreadable');
}

function isSame(
  one: Iterable<number> & { length: number },
  other: { readonly [at: number]: number; length: number },
): boolean {
  return one.length === other.length && Array.from(one).every((byte, at) => byte === other[at]);
}

function findTransfer(message: CompiledMessage): (Transfer & { payer: Address }) | null {
  if (message.version !== 'legacy' && message.version !== 0) return null;
  if (message.version === 0 && (message.addressTableLookups?.length ?? 0) > 0) return null;
  if (message.header.numSignerAccounts !== 1) return null;
  const accounts = message.staticAccounts;
  const others = message.instructions.filter(
    ({ programAddressIndex }) => accounts[programAddressIndex] !== COMPUTE_BUDGET_PROGRAM_ADDRESS,
  );
  const [only] = others;
  return others.length === 1 && only !== undefined ? readInstruction(only, accounts) : null;
}

function readInstruction(
  { programAddressIndex, accountIndices = [], data }: Instruction,
  accounts: readonly Address[],
): (Transfer & { payer: Address }) | null {
  if (accounts[programAddressIndex] !== SYSTEM_PROGRAM_ADDRESS || data === undefined) return null;
  const [source, target] = accountIndices;
  const [payer] = accounts;
  const destination = target === undefined ? undefined : accounts[target];
  if (accountIndices.length !== 2 || source !== 0 || payer === undefined || destination === undefined)
    return null;
  const lamports = readAmount(data);
  return lamports === null ? null : { payer, destination, lamports };
}

/** Null for any instruction of the system program but a plain transfer. */
function readAmount(data: Instruction['data'] & object): bigint | null {
  if (data.length !== 12) return null;
  const { amount } = getTransferSolInstructionDataDecoder().decode(data);
  return isSame(getTransferSolInstructionDataEncoder().encode({ amount }), data) ? amount : null;
}

async function isSigned({ signatures, messageBytes }: Transaction, payer: Address): Promise<boolean> {
  const signature = signatures[payer];
  if (signature === undefined || signature === null || isOffCurveAddress(payer)) return false;
  return await verifySignature(await getPublicKeyFromAddress(payer), signature, messageBytes);
}
