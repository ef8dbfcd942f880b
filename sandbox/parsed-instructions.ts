import { type Address, getAddressDecoder, getBase58Decoder } from '@solana/kit';
import { SYSTEM_PROGRAM } from './account-state.ts';
import { isMemoProgram } from './memo.ts';
import type { IndexedInstruction } from './parsed-transaction.ts';

/** An instruction of the system program in words: its type, and its accounts and fields by name. */
type SystemInstruction = { readonly type: string; readonly info: Record<string, unknown> };
type SystemParser = {
  /** The least data it can be read from. */
  readonly bytes: number;
  readonly parse: (data: Buffer, accounts: readonly (Address | undefined)[]) => SystemInstruction;
};

const addressAt = (data: Buffer, offset: number): Address => getAddressDecoder().decode(data, offset);

/** By the number of the instruction (solana-system-interface); numbers fit JSON in full as bigint. */
const SYSTEM_PARSERS: Readonly<Record<number, SystemParser>> = {
  0: {
    bytes: 52,
    parse: (data, [source, newAccount]) => ({
      type: 'createAccount',
      info: {
        source,
        newAccount,
        lamports: data.readBigUInt64LE(4),
        space: data.readBigUInt64LE(12),
        owner: addressAt(data, 20),
      },
    }),
  },
  1: {
    bytes: 36,
    parse: (data, [account]) => ({ type: 'assign', info: { account, owner: addressAt(data, 4) } }),
  },
  2: {
    bytes: 12,
    parse: (data, [source, destination]) => ({
      type: 'transfer',
      info: { source, destination, lamports: data.readBigUInt64LE(4) },
    }),
  },
  4: {
    bytes: 4,
    parse: (_data, [nonceAccount, recentBlockhashesSysvar, nonceAuthority]) => ({
      type: 'advanceNonce',
      info: { nonceAccount, recentBlockhashesSysvar, nonceAuthority },
    }),
  },
  5: {
    bytes: 12,
    parse: (data, [nonceAccount, destination, recentBlockhashesSysvar, rentSysvar, nonceAuthority]) => ({
      type: 'withdrawFromNonce',
      info: {
        nonceAccount,
        destination,
        recentBlockhashesSysvar,
        rentSysvar,
        nonceAuthority,
        lamports: data.readBigUInt64LE(4),
      },
    }),
  },
  6: {
    bytes: 36,
    parse: (data, [nonceAccount, recentBlockhashesSysvar, rentSysvar]) => ({
      type: 'initializeNonce',
      info: { nonceAccount, recentBlockhashesSysvar, rentSysvar, nonceAuthority: addressAt(data, 4) },
    }),
  },
  8: {
    bytes: 12,
    parse: (data, [account]) => ({ type: 'allocate', info: { account, space: data.readBigUInt64LE(4) } }),
  },
};

/**
 * An instruction as `jsonParsed` shows it: system and memo instructions in words, every other one
 * with its accounts by address and its data in base58.
 */
export function parseInstruction(
  instruction: IndexedInstruction,
  keys: readonly Address[],
  stackHeight: number,
): Record<string, unknown> {
  const programId = keys[instruction.programIndex];
  const accounts = instruction.accountIndices.map((index) => keys[index]);
  const data = Buffer.from(instruction.data);
  if (isMemoProgram(programId)) {
    return { program: 'spl-memo', programId, parsed: data.toString('utf8'), stackHeight };
  }
  const parsed = programId === SYSTEM_PROGRAM ? parseSystemInstruction(data, accounts) : undefined;
  if (parsed !== undefined) return { program: 'system', programId, parsed, stackHeight };
  return { programId, accounts, data: getBase58Decoder().decode(data), stackHeight };
}

/** Undefined for instructions without words here, and for data cut short: a landed transaction may hold any bytes. */
function parseSystemInstruction(data: Buffer, accounts: readonly (Address | undefined)[]) {
  const parser = data.length >= 4 ? SYSTEM_PARSERS[data.readUInt32LE(0)] : undefined;
  if (parser === undefined || data.length < parser.bytes) return undefined;
  return parser.parse(data, accounts);
}
