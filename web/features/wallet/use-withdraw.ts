import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import type { WithdrawalQuote } from '#contract/wallet.ts';
import { isAboutCode } from '#web/features/settings/proof-wanted.ts';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { sayEarlier } from './earlier-order.ts';
import { isUnpaid } from './is-unpaid.ts';
import { isAsOrdered, openOrder } from './open-order.ts';
import { putWithdrawal } from './put-withdrawal.ts';

type Errors = Partial<Record<'password' | 'code' | 'all', string>>;

interface UseWithdraw {
  quote: WithdrawalQuote;
  isAll: boolean;
  onQuote: (quote: WithdrawalQuote) => void;
  onDone: () => void;
}

/**
 * Orders what was quoted, under an id that stays until its answer is known: what is ordered again after a lost answer, as it
 * was or otherwise, is never paid beside the first. Where that one ended unpaid the next press is a new order. Figures that
 * have changed are asked for anew and shown before anything is sent.
 */
export function useWithdraw({ quote, isAll, onQuote, onDone }: UseWithdraw) {
  const queries = useQueryClient();
  const { id: userId } = useUser();
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [errors, setErrors] = useState<Errors>({});

  const order = async (password: string, code: string | null): Promise<void> => {
    const { address, amount, fee, unitPrice } = quote;
    const id = openOrder.idFor(userId);
    const body = { id, address, amount, isAll, fee, unitPrice, password, ...(code !== null && { code }) };
    const withdrawal = await call('withdraw', { body });
    // Unless the page has found it sooner, and said so.
    if (openOrder.settle(userId, id)) {
      if (isAsOrdered(withdrawal, body)) toast.success(texts('wallet').review.accepted);
      else sayEarlier(withdrawal);
    }
    putWithdrawal(queries, withdrawal);
    void queries.invalidateQueries({ queryKey: queryKeys.wallet });
    if (!isUnpaid(withdrawal.status)) onDone();
  };

  const run = async ({ password, code }: { password: string; code: string | null }): Promise<void> => {
    const missing: Errors = {
      ...fieldErrors(routes.confirmPassword.body, { password }),
      ...(code?.trim() === '' && { code: texts('settings').twoStep.code.missing }),
    };
    setErrors(missing);
    if (busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await order(password, code);
    } catch (error) {
      if (isRefused(error)) openOrder.dropRefused(userId);
      else openOrder.leaveUnanswered(userId);
      if (isAboutCode(error)) setNeedsCode(true);
      const isChanged = error instanceof CallProblem && error.code === 'withdrawal_changed';
      setErrors(isChanged ? await askAnew() : sayWhy(error));
    }
    setBusy(false);
  };

  const askAnew = async (): Promise<Errors> => {
    try {
      const wish = { address: quote.address, amount: isAll ? null : quote.amount };
      onQuote(await call('quoteWithdrawal', { body: wish }));
      return { all: texts('wallet').review.changed };
    } catch (error) {
      return sayWhy(error);
    }
  };
  return { run, busy, needsCode, errors };
}

/** Whether the server has said no; after anything else the order may have been taken up. */
function isRefused(error: unknown): boolean {
  return error instanceof CallProblem && error.fromServer && error.status < 500;
}

function sayWhy(error: unknown): Errors {
  const words = wordsFor(error, texts('wallet').review.noAnswer);
  if (error instanceof CallProblem && error.code === 'wrong_password') return { password: words };
  return isAboutCode(error) ? { code: words } : { all: words };
}
