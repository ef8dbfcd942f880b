import {
  getSolanaErrorFromJsonRpcError,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__PARSE_ERROR,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_LONG_TERM_STORAGE_SLOT_SKIPPED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_PRECOMPILE_VERIFICATION_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_LEN_MISMATCH,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
  type SolanaError,
  type SolanaErrorCode,
} from '@solana/kit';
import { NoAnswer, Permanent, Transient } from '#server/app/outside.ts';

/** Answers of a slot that has no block: nothing is wrong with the node, and asking again changes nothing. */
const slotWithoutBlock: readonly SolanaErrorCode[] = [
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_LONG_TERM_STORAGE_SLOT_SKIPPED,
];

/** Every node would answer the same, but for one that lacks the method, today and tomorrow. All other errors may pass. */
const refusedForGood: readonly SolanaErrorCode[] = [
  SOLANA_ERROR__JSON_RPC__PARSE_ERROR,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
];

const transactionRefused: readonly SolanaErrorCode[] = [
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_PRECOMPILE_VERIFICATION_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_LEN_MISMATCH,
];

/**
 * The same of one method only. Providers use these codes for limits of their own, in answers to whatever method: there
 * they mean nothing for good.
 */
const refusedForGoodBy: Readonly<Record<string, readonly SolanaErrorCode[]>> = {
  getBlock: [...slotWithoutBlock, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION],
  getBlockTime: slotWithoutBlock,
  getTransaction: [SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION],
  requestAirdrop: transactionRefused,
  sendTransaction: transactionRefused,
  simulateTransaction: transactionRefused,
};

/** Questions that a provider may not offer. Nothing else asks them than `node-history.ts`, which goes on without an answer. */
const mayBeMissing: ReadonlySet<string> = new Set(['getBlocksWithLimit', 'getBlock']);

/** Of what a node says. */
const mostLetters = 500;

/**
 * Statuses by which providers refuse a method. Of any other method they may as well mean a wrong key or address, so that
 * the next node has to be asked; these ones are asked after the same node has answered others. 401 is never about a method.
 */
const methodRefused: ReadonlySet<number | null> = new Set([400, 403, 404, 405, 410]);

/**
 * What a JSON-RPC error means: `Permanent` when it refuses for good, else `Transient`. The cause is kit's
 * `SolanaError`, so that a caller who cares can ask for its code.
 */
export function failureOfRpcError(method: string, rpcError: unknown): Permanent | Transient {
  let cause: SolanaError;
  try {
    cause = getSolanaErrorFromJsonRpcError(rpcError);
  } catch (error) {
    // kit trusts the error's `data` to be there.
    return failureOfTransport(method, error);
  }
  const message = wordsFor(method, cause.message);
  return hasCode(cause, [...refusedForGood, ...(refusedForGoodBy[method] ?? [])])
    ? new Permanent(message, { cause })
    : new NoAnswer(message, { cause });
}

/**
 * What it means that a request broke off, or was answered by another status than 200: `Transient`, because whether it was
 * done is not known; `Permanent` when the provider does not offer the method.
 */
export function failureOfTransport(method: string, cause: unknown): Permanent | Transient {
  const message = wordsFor(method, cause instanceof Error ? cause.message : String(cause));
  const isMissing = mayBeMissing.has(method) && methodRefused.has(httpStatusOf(cause));
  return isMissing ? new Permanent(message, { cause }) : new NoAnswer(message, { cause });
}

/** A node may say megabytes, and a sign that no row takes; this is kept in rows of jobs and shown to operators. */
function wordsFor(method: string, said: string): string {
  return `${method}: ${said.slice(0, mostLetters).replaceAll('\0', '')}`;
}

/** Whether the node said that there is no block in the slot that was asked for. */
export function isSlotWithoutBlock(error: unknown): boolean {
  return error instanceof Permanent && hasCode(error.cause, slotWithoutBlock);
}

/** Whether the node does not offer the method: another one may. */
export function isUnknownMethod(error: unknown): boolean {
  return error instanceof Permanent && hasCode(error.cause, [SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND]);
}

/** Whether the node is alive, and has not come to the slot that was asked for. */
export function isNotThereYet(error: unknown): boolean {
  return (
    error instanceof Transient &&
    hasCode(error.cause, [SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED])
  );
}

/**
 * What to say of a call that failed with both: that one node lacks the method is nothing against what may pass at another,
 * and that one is behind tells more than that another gives no answer.
 */
export function lastingOf(last: unknown, next: unknown): unknown {
  return isNotThereYet(last) || (last instanceof Transient && isUnknownMethod(next)) ? last : next;
}

/** What to say of a call that every node was told at once: what one refused for good, else what may pass, else the first. */
export function tellingOf(said: readonly unknown[]): unknown {
  const refused = said.find((each) => each instanceof Permanent && !isUnknownMethod(each));
  return refused ?? said.find((each) => each instanceof Transient) ?? said[0];
}

/** Whether the node turned the request away unread because there were too many (HTTP 429). */
export function isTooMany(error: unknown): boolean {
  return error instanceof Transient && httpStatusOf(error.cause) === 429;
}

/** How long the node asked to be left alone, at most a minute; null when it did not say. */
export function retryAfterMs(error: unknown, now: number): number | null {
  if (!(error instanceof Transient) || !isSolanaError(error.cause, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR))
    return null;
  const header = error.cause.context.headers.get('retry-after')?.trim();
  if (header === undefined || header === '') return null;
  const waitMs = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), 60_000);
}

function httpStatusOf(error: unknown): number | null {
  return isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR) ? error.context.statusCode : null;
}

function hasCode(error: unknown, codes: readonly SolanaErrorCode[]): boolean {
  return codes.some((code) => isSolanaError(error, code));
}
