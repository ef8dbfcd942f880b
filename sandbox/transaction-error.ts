import type { FailedTransactionMetadata } from 'litesvm';
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './transaction-error-names.ts';

/** Why a transaction failed: `json` as the RPC shows it, `sentence` as a node says it. */
export type TransactionError = { readonly json: unknown; readonly sentence: string };

type VmError = ReturnType<FailedTransactionMetadata['err']>;
type VmInstructionError = ReturnType<Extract<VmError, { err: unknown }>['err']>;

/** A transaction error that has no fields, by its name. */
export function namedError(name: string): TransactionError {
  const known = TRANSACTION_ERRORS.find(([candidate]) => candidate === name);
  return { json: name, sentence: known?.[1] ?? name };
}

/** Translates LiteSVM's error into what a real node sends. */
export function readVmError(error: VmError): TransactionError {
  if (typeof error === 'number') return namedError(TRANSACTION_ERRORS[error]?.[0] ?? 'SanitizeFailure');
  if ('err' in error) {
    const cause = readInstructionError(error.err());
    return {
      json: { InstructionError: [error.index, cause.json] },
      sentence: `Error processing Instruction ${error.index}: ${cause.sentence}`,
    };
  }
  if ('index' in error) {
    const sentence = `Transaction contains a duplicate instruction (${error.index}) that is not allowed`;
    return { json: { DuplicateInstruction: error.index }, sentence };
  }
  return readAccountError(error);
}

function readAccountError(error: Extract<VmError, { accountIndex: number }>): TransactionError {
  const fields = { account_index: error.accountIndex };
  if (error.constructor.name === 'TransactionErrorInsufficientFundsForRent') {
    const sentence = `Transaction results in an account (${error.accountIndex}) with insufficient funds for rent`;
    return { json: { InsufficientFundsForRent: fields }, sentence };
  }
  const sentence = `Execution of the program referenced by account at index ${error.accountIndex} is temporarily restricted.`;
  return { json: { ProgramExecutionTemporarilyRestricted: fields }, sentence };
}

function readInstructionError(error: VmInstructionError): TransactionError {
  if (typeof error === 'number') {
    const [name, sentence] = INSTRUCTION_ERRORS[error] ?? ['GenericError', 'generic instruction error'];
    return { json: name, sentence };
  }
  if ('code' in error) {
    return { json: { Custom: error.code }, sentence: `custom program error: 0x${error.code.toString(16)}` };
  }
  return { json: 'BorshIoError', sentence: 'Failed to serialize or deserialize account data' };
}
