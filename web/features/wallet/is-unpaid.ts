import type { WithdrawalStatus } from '#contract/wallet.ts';

/** Whether a withdrawal ended without being paid. */
export function isUnpaid(status: WithdrawalStatus): status is 'failed' | 'not_sent' {
  return status === 'failed' || status === 'not_sent';
}
