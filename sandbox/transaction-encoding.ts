import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { type ParsedTransaction, parseLanded } from './parsed-transaction.ts';
import { parseInstruction } from './parsed-instructions.ts';
import { RpcError, invalidParams } from './rpc-error.ts';
import { type RpcConfig, parseOptionalCount } from './rpc-params.ts';
import type { TransactionRecord } from './transaction-record.ts';

const ENCODINGS = ['json', 'jsonParsed', 'base58', 'base64', 'binary'] as const;

/** How a transaction is written, and the newest version the client can read (undefined: legacy only). */
export type TransactionEncoding = {
  readonly format: (typeof ENCODINGS)[number];
  readonly maxVersion: number | undefined;
};

/** Reads `encoding` and `maxSupportedTransactionVersion`. Throws RpcError -32602 for unknown encodings. */
export function parseTransactionEncoding(config: RpcConfig): TransactionEncoding {
  const wanted = config['encoding'] ?? 'json';
  const format = ENCODINGS.find((known) => known === wanted);
  if (format === undefined) {
    throw invalidParams(`Invalid params: unknown encoding, expected one of ${ENCODINGS.join(', ')}.`);
  }
  return { format, maxVersion: parseOptionalCount(config['maxSupportedTransactionVersion']) };
}

/**
 * A landed transaction as getTransaction and getBlock show it: `transaction`, `meta` and, for clients
 * that told what they can read, `version`. With `asAccounts` only who took part, as getBlock's 'accounts'.
 *
 * Throws RpcError -32015 when its version is above what the client can read.
 */
export function encodeTransaction(
  record: TransactionRecord,
  encoding: TransactionEncoding,
  asAccounts = false,
) {
  const parsed = parseLanded(record.wire);
  const { format, maxVersion } = encoding;
  if (parsed.version !== 'legacy' && (maxVersion === undefined || parsed.version > maxVersion)) {
    throw unsupportedVersion(parsed.version);
  }
  const isParsed = format === 'jsonParsed' || asAccounts;
  return {
    transaction: asAccounts ? encodeAccounts(parsed, record) : encodeBody(parsed, record, format),
    meta: encodeMeta(record, isParsed),
    ...(maxVersion !== undefined && { version: parsed.version }),
  };
}

function unsupportedVersion(version: number): RpcError {
  return new RpcError(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request ` +
      `again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
}

function encodeBody(
  parsed: ParsedTransaction,
  record: TransactionRecord,
  format: TransactionEncoding['format'],
) {
  if (format === 'base64') return [Buffer.from(record.wire).toString('base64'), format];
  const base58 = getBase58Decoder();
  if (format === 'base58') return [base58.decode(record.wire), format];
  if (format === 'binary') return base58.decode(record.wire);
  const message = format === 'jsonParsed' ? encodeParsedMessage(parsed, record) : encodeMessage(parsed);
  return { signatures: parsed.signatures, message };
}

function encodeLookups(parsed: ParsedTransaction) {
  if (parsed.version === 'legacy') return {};
  return {
    addressTableLookups: parsed.lookups.map((lookup) => ({
      accountKey: lookup.table,
      writableIndexes: lookup.writableIndexes,
      readonlyIndexes: lookup.readonlyIndexes,
    })),
  };
}

function encodeMessage(parsed: ParsedTransaction) {
  const base58 = getBase58Decoder();
  return {
    header: {
      numRequiredSignatures: parsed.header.numSignerAccounts,
      numReadonlySignedAccounts: parsed.header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: parsed.header.numReadonlyNonSignerAccounts,
    },
    accountKeys: parsed.staticKeys,
    recentBlockhash: parsed.lifetimeToken,
    instructions: parsed.instructions.map((instruction) => ({
      programIdIndex: instruction.programIndex,
      accounts: instruction.accountIndices,
      data: base58.decode(instruction.data),
      stackHeight: 1,
    })),
    ...encodeLookups(parsed),
  };
}

function encodeParsedMessage(parsed: ParsedTransaction, record: TransactionRecord) {
  return {
    accountKeys: encodeAccountKeys(parsed, record),
    recentBlockhash: parsed.lifetimeToken,
    instructions: parsed.instructions.map((instruction) => parseInstruction(instruction, record.keys, 1)),
    ...encodeLookups(parsed),
  };
}

function encodeAccounts(parsed: ParsedTransaction, record: TransactionRecord) {
  return { signatures: parsed.signatures, accountKeys: encodeAccountKeys(parsed, record) };
}

function encodeAccountKeys({ header, staticKeys }: ParsedTransaction, { keys, loaded }: TransactionRecord) {
  const writableSigners = header.numSignerAccounts - header.numReadonlySignerAccounts;
  const writableOthersEnd = staticKeys.length - header.numReadonlyNonSignerAccounts;
  return keys.map((pubkey, index) => {
    const signer = index < header.numSignerAccounts;
    if (index >= staticKeys.length) {
      const writable = index < staticKeys.length + loaded.writable.length;
      return { pubkey, signer: false, source: 'lookupTable', writable };
    }
    const writable = signer ? index < writableSigners : index < writableOthersEnd;
    return { pubkey, signer, source: 'transaction', writable };
  });
}

function encodeMeta(record: TransactionRecord, isParsed: boolean) {
  return {
    err: record.err,
    status: record.err === null ? { Ok: null } : { Err: record.err },
    fee: record.feeLamports,
    preBalances: record.preBalances,
    postBalances: record.postBalances,
    preTokenBalances: record.preTokenBalances ?? [],
    postTokenBalances: record.postTokenBalances ?? [],
    innerInstructions: isParsed ? parseInnerInstructions(record) : record.innerInstructions,
    logMessages: record.logs,
    rewards: [],
    ...(!isParsed && { loadedAddresses: record.loaded }),
    ...(record.returnData !== null && { returnData: record.returnData }),
    computeUnitsConsumed: record.computeUnits,
  };
}

function parseInnerInstructions({ innerInstructions, keys }: TransactionRecord) {
  return innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) => {
      const bytes = Uint8Array.from(getBase58Encoder().encode(data));
      const instruction = { programIndex: programIdIndex, accountIndices: accounts, data: bytes };
      return parseInstruction(instruction, keys, stackHeight);
    }),
  }));
}
