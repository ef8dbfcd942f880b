import { type Address, getBase58Decoder } from '@solana/kit';
import { type AccountState, SYSTEM_PROGRAM } from './account-state.ts';
import type { ParsedTransaction } from './parsed-transaction.ts';

const ADVANCE_NONCE = 4;
const NONCE_ACCOUNT_BYTES = 80;
const INITIALIZED = 1;

/** The nonce account a transaction advances in its first instruction, which makes that its lifetime. */
export function findNonceAccount(parsed: ParsedTransaction): Address | undefined {
  const first = parsed.instructions[0];
  if (first === undefined || parsed.staticKeys[first.programIndex] !== SYSTEM_PROGRAM) return undefined;
  if (first.data.length < 4 || Buffer.from(first.data).readUInt32LE(0) !== ADVANCE_NONCE) return undefined;
  return parsed.staticKeys[first.accountIndices[0] ?? -1];
}

/** The nonce that an account stores; undefined when it is no initialised nonce account. */
export function readNonce(account: AccountState | null): string | undefined {
  if (account === null || account.owner !== SYSTEM_PROGRAM) return undefined;
  if (account.data.length !== NONCE_ACCOUNT_BYTES) return undefined;
  const data = Buffer.from(account.data);
  return data.readUInt32LE(4) === INITIALIZED ? getBase58Decoder().decode(data.subarray(40, 72)) : undefined;
}
