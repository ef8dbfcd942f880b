import {
  isSolanaError,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  SOLANA_ERROR__TRANSACTION_ERROR__ACCOUNT_NOT_FOUND,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_FEE,
  SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT,
  SOLANA_ERROR__TRANSACTION_ERROR__INVALID_ACCOUNT_FOR_FEE,
} from '@solana/kit';
import type { ProblemCode } from '#contract/problem.ts';
import type { Permanent } from '#server/app/outside.ts';

/** The system program's own error when the source of a transfer holds too little. */
const tooLittleInSource = 1;

/** Why a transfer cannot land: `seen` is none, the chain has it already; `outdated` when its blockhash is not known. */
export type Obstacle = 'seen' | 'outdated' | ProblemCode;

/**
 * What the chain's error about a transfer means. The accounts are numbered as in the transaction, the payer first.
 */
export function obstacleOf(reason: unknown): Obstacle {
  if (isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)) return 'seen';
  if (isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)) return 'outdated';
  if (
    isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_FEE) ||
    isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__ACCOUNT_NOT_FOUND) ||
    isTooLittleInSource(reason)
  ) {
    return 'wallet_balance_too_low';
  }
  if (isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__INVALID_ACCOUNT_FOR_FEE))
    return 'address_not_payable';
  if (isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT))
    return reason.context.accountIndex === 0 ? 'wallet_remainder_too_small' : 'amount_not_payable';
  return 'payment_refused';
}

/** The chain's own error in what a node answered to `sendTransaction`; undefined when it refused for another reason. */
export function reasonOfRefusal(error: Permanent): unknown {
  return error.cause instanceof Error ? error.cause.cause : undefined;
}

function isTooLittleInSource(reason: unknown): boolean {
  return (
    isSolanaError(reason, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM) &&
    reason.context.code === tooLittleInSource
  );
}
