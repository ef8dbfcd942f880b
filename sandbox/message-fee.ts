import {
  type SignatureBytes,
  type TransactionMessageBytes,
  getCompiledTransactionMessageDecoder,
  getTransactionEncoder,
} from '@solana/kit';
import { type ParsedTransaction, parseTransaction } from './parsed-transaction.ts';
import { invalidParams } from './rpc-error.ts';
import { SYSTEM_PROGRAM } from './account-state.ts';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
/** Compute units per instruction without an explicit limit: of builtin programs, and of all others. */
const BUILTIN_UNITS = 3_000n;
const PROGRAM_UNITS = 200_000n;
const MAX_UNITS = 1_400_000n;
const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n;

/**
 * What a message costs if it lands: 5,000 lamports per signature and the priority fee, price times
 * limit, rounded up.
 *
 * Throws RpcError -32602 when the bytes are no message.
 */
export function messageFee(messageBytes: Uint8Array): { lamports: bigint; lifetimeToken: string } {
  const parsed = parseMessage(messageBytes);
  const signatures = BigInt(parsed.header.numSignerAccounts) * LAMPORTS_PER_SIGNATURE;
  return { lamports: signatures + priorityFee(parsed), lifetimeToken: parsed.lifetimeToken };
}

function parseMessage(messageBytes: Uint8Array): ParsedTransaction {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const signers = message.staticAccounts.slice(0, message.header.numSignerAccounts);
    const signatures = Object.fromEntries(signers.map((signer) => [signer, null as SignatureBytes | null]));
    const transaction = { messageBytes: messageBytes as unknown as TransactionMessageBytes, signatures };
    return parseTransaction(Uint8Array.from(getTransactionEncoder().encode(transaction)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalidParams(`failed to deserialize solana_message::versions::VersionedMessage: ${reason}`);
  }
}

function priorityFee(parsed: ParsedTransaction): bigint {
  if (parsed.version === 1) return parsed.priorityFeeLamports;
  const { instructions, staticKeys } = parsed;
  let price = 0n;
  let limit: bigint | undefined;
  let defaultLimit = 0n;
  for (const { programIndex, data } of instructions) {
    const program = staticKeys[programIndex];
    const bytes = Buffer.from(data);
    const isBudget = program === COMPUTE_BUDGET_PROGRAM;
    if (isBudget && bytes[0] === SET_COMPUTE_UNIT_LIMIT && bytes.length >= 5)
      limit = BigInt(bytes.readUInt32LE(1));
    if (isBudget && bytes[0] === SET_COMPUTE_UNIT_PRICE && bytes.length >= 9)
      price = bytes.readBigUInt64LE(1);
    defaultLimit += isBudget || program === SYSTEM_PROGRAM ? BUILTIN_UNITS : PROGRAM_UNITS;
  }
  const units = limit ?? defaultLimit;
  const capped = units < MAX_UNITS ? units : MAX_UNITS;
  return (price * capped + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT;
}
