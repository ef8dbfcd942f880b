import {
  type Address,
  type Signature,
  type Transaction,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit';
import { invalidParams } from './rpc-error.ts';

/** An instruction by indices into the transaction's accounts. */
export type IndexedInstruction = {
  readonly programIndex: number;
  readonly accountIndices: readonly number[];
  readonly data: Uint8Array;
};

/** A lookup of further accounts in an address lookup table (version 0 only). */
type TableLookup = {
  readonly table: Address;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
};

/** A transaction as sent, taken apart; the same shape for legacy, version 0 and version 1. */
export type ParsedTransaction = {
  readonly wire: Uint8Array;
  readonly transaction: Transaction;
  readonly version: 'legacy' | 0 | 1;
  readonly signature: Signature;
  readonly signatures: readonly Signature[];
  readonly header: {
    readonly numSignerAccounts: number;
    readonly numReadonlySignerAccounts: number;
    readonly numReadonlyNonSignerAccounts: number;
  };
  readonly staticKeys: readonly Address[];
  readonly instructions: readonly IndexedInstruction[];
  readonly lookups: readonly TableLookup[];
  readonly lifetimeToken: string;
  /** What version 1 names as a sum; older versions name a price per compute unit in an instruction. */
  readonly priorityFeeLamports: bigint;
};

const EMPTY = new Uint8Array();
const MISSING_SIGNATURE = new Uint8Array(64);
const PRIORITY_FEE_BITS = 0b11;
const KNOWN_CONFIG_BITS = 0b11111;
const TYPE_NAME = 'solana_transaction::versioned::VersionedTransaction';

/**
 * Takes the wire bytes of a transaction apart.
 *
 * Throws RpcError -32602 as a real node does when the bytes are no transaction.
 */
export function parseTransaction(wire: Uint8Array): ParsedTransaction {
  try {
    const decoded = decode(wire);
    assertExact(wire, decoded);
    return takeApart(wire, decoded);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalidParams(`failed to deserialize ${TYPE_NAME}: ${reason}`);
  }
}

/** Takes the wire bytes apart of a transaction that `parseTransaction` let in: half the work, since they are exact. */
export function parseLanded(wire: Uint8Array): ParsedTransaction {
  return takeApart(wire, decode(wire));
}

type CompiledMessage = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>;
type Decoded = { readonly transaction: Transaction; readonly message: CompiledMessage };

function decode(wire: Uint8Array): Decoded {
  const transaction = getTransactionDecoder().decode(wire);
  return {
    transaction,
    message: getCompiledTransactionMessageDecoder().decode(transaction.messageBytes),
  };
}

function takeApart(wire: Uint8Array, { transaction, message }: Decoded): ParsedTransaction {
  if (message.version === 1) assertConfigMask(message.configMask);
  const base58 = getBase58Decoder();
  const signatures = Object.values(transaction.signatures).map(
    (bytes) => base58.decode(bytes ?? MISSING_SIGNATURE) as Signature,
  );
  const signature = signatures[0];
  if (signature === undefined) throw new Error('the transaction has no signer');
  const parsed: ParsedTransaction = {
    wire,
    transaction,
    version: message.version,
    signature,
    signatures,
    header: message.header,
    staticKeys: message.staticAccounts,
    instructions: listInstructions(message),
    lookups: listLookups(message),
    lifetimeToken: message.lifetimeToken,
    priorityFeeLamports: readPriorityFee(message),
  };
  assertIndicesInRange(parsed);
  return parsed;
}

function listInstructions(message: CompiledMessage): IndexedInstruction[] {
  if (message.version === 1) {
    return message.instructionHeaders.map((header, index) => ({
      programIndex: header.programAccountIndex,
      accountIndices: message.instructionPayloads[index]?.instructionAccountIndices ?? [],
      data: Uint8Array.from(message.instructionPayloads[index]?.instructionData ?? EMPTY),
    }));
  }
  return message.instructions.map((instruction) => ({
    programIndex: instruction.programAddressIndex,
    accountIndices: instruction.accountIndices ?? [],
    data: Uint8Array.from(instruction.data ?? EMPTY),
  }));
}

/** The first config value of version 1, when the mask's lowest two bits say that it is there (SIMD-0385). */
function readPriorityFee(message: CompiledMessage): bigint {
  if (message.version !== 1 || (message.configMask & PRIORITY_FEE_BITS) === 0) return 0n;
  return BigInt(message.configValues[0]?.value ?? 0);
}

function listLookups(message: CompiledMessage): TableLookup[] {
  if (message.version !== 0) return [];
  return (message.addressTableLookups ?? []).map((lookup) => ({
    table: lookup.lookupTableAddress,
    writableIndexes: lookup.writableIndexes,
    readonlyIndexes: lookup.readonlyIndexes,
  }));
}

/**
 * Kit's decoders let a length through that promises more bytes than follow, and bytes after the end;
 * LiteSVM ends the whole process over them. What is read exactly is written again as it was.
 */
function assertExact(wire: Uint8Array, { transaction, message }: Decoded): void {
  const messageAgain = Uint8Array.from(getCompiledTransactionMessageEncoder().encode(message));
  const wireAgain = Uint8Array.from(getTransactionEncoder().encode(transaction));
  const isExact =
    Buffer.compare(messageAgain, Uint8Array.from(transaction.messageBytes)) === 0 &&
    Buffer.compare(wireAgain, wire) === 0;
  if (!isExact) throw new Error('io error: unexpected end of file, or bytes left over');
}

/** SIMD-0385: five known bits, of which the two of the priority fee go together. */
function assertConfigMask(mask: number): void {
  const feeBits = mask & PRIORITY_FEE_BITS;
  const isKnown = (mask & ~KNOWN_CONFIG_BITS) === 0 && (feeBits === 0 || feeBits === PRIORITY_FEE_BITS);
  if (!isKnown) throw new Error('invalid transaction config mask');
}

function assertIndicesInRange({ staticKeys, lookups, instructions }: ParsedTransaction): void {
  const loaded = lookups.reduce(
    (count, lookup) => count + lookup.writableIndexes.length + lookup.readonlyIndexes.length,
    0,
  );
  const total = staticKeys.length + loaded;
  for (const { programIndex, accountIndices } of instructions) {
    if (programIndex >= staticKeys.length || accountIndices.some((index) => index >= total)) {
      throw new Error('index out of bounds');
    }
  }
}
