import type { UnsentReason, WithdrawalStatus } from '#contract/wallet.ts';

/** What happened to a withdrawal, each with its time. The status is derived from these and from nothing else. */
export interface WithdrawalFacts {
  /** A transfer of it is signed and may land. */
  isSigned: boolean;
  /** A node has seen its transfer in a block. */
  seenAt: Date | null;
  /** Final: it is paid. By the chain's time. */
  landedAt: Date | null;
  /** Final: the chain took it up and refused it. */
  failedAt: Date | null;
  /** Nothing of it was sent, or what was sent can land no more: nothing is sent any more. */
  givenUpAt: Date | null;
  givenUpWhy: UnsentReason | null;
}

/** The balance of a wallet and what is asked of it, as the chain has it at one moment. Lamports. */
export interface WithdrawalCase {
  balance: bigint;
  /** What is to arrive; null: everything. */
  wanted: bigint | null;
  /** Of the very transaction. */
  fee: bigint;
  /** Less than this, and more than 0, cannot stand on an address. */
  rentMinimum: bigint;
  /** What the address holds that it goes to. */
  destination: bigint;
}

/** What a withdrawal does. Lamports. */
export interface WithdrawalSums {
  arrives: bigint;
  fee: bigint;
  remains: bigint;
}

/** Why the chain would not take a withdrawal. */
export type WithdrawalRefusal =
  | 'wallet_empty'
  | 'withdrawal_above_balance'
  | 'withdrawal_remainder_too_small'
  | 'withdrawal_too_small';

/** How long a withdrawal is tried of which nothing can land. Nobody is to be surprised by it hours later. */
export const withdrawalTriedMs = 600_000;

/**
 * The status of a withdrawal, by its facts.
 *
 * | facts | status |
 * |---|---|
 * | landed | final |
 * | failed | failed |
 * | given up | not_sent |
 * | signed, seen | confirmed |
 * | signed | sent |
 * | none of these | waiting |
 */
export function withdrawalStatusOf(facts: WithdrawalFacts): WithdrawalStatus {
  if (facts.landedAt !== null) return 'final';
  if (facts.failedAt !== null) return 'failed';
  if (facts.givenUpAt !== null) return 'not_sent';
  if (!facts.isSigned) return 'waiting';
  return facts.seenAt === null ? 'sent' : 'confirmed';
}

/**
 * What a withdrawal would do, or why the chain would not take it.
 *
 * The chain lets an address hold nothing, or the rent minimum and more: the wallet afterwards, the destination, and
 * the wallet also in between, when the fee is taken and the money not yet (decision 008).
 */
export function judgeWithdrawal(asked: WithdrawalCase): WithdrawalSums | { refused: WithdrawalRefusal } {
  const { balance, wanted, fee, rentMinimum, destination } = asked;
  if (balance - fee < rentMinimum) return { refused: 'wallet_empty' };
  const arrives = wanted ?? balance - fee;
  const remains = balance - fee - arrives;
  if (remains < 0n) return { refused: 'withdrawal_above_balance' };
  if (remains > 0n && remains < rentMinimum) return { refused: 'withdrawal_remainder_too_small' };
  if (destination + arrives < rentMinimum) return { refused: 'withdrawal_too_small' };
  return { arrives, fee, remains };
}
