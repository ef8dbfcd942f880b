import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import type { Wallet, WithdrawalQuote } from '#contract/wallet.ts';
import { isAboutCode } from '#web/features/settings/proof-wanted.ts';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { drawId } from './draw-id.ts';

type Errors = Partial<Record<'password' | 'code' | 'all', string>>;

interface UseWithdraw {
  quote: WithdrawalQuote;
  isAll: boolean;
  onQuote: (quote: WithdrawalQuote) => void;
  onDone: () => void;
}

/**
 * Orders what was quoted. Its id is drawn once, so that pressing again after a lost answer is the same withdrawal. Figures
 * that have changed are asked for anew and shown before anything is sent.
 */
export function useWithdraw({ quote, isAll, onQuote, onDone }: UseWithdraw) {
  const queries = useQueryClient();
  const [id] = useState(drawId);
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [errors, setErrors] = useState<Errors>({});

  const order = async (password: string, code: string | null): Promise<void> => {
    const { address, amount, fee, unitPrice } = quote;
    const body = { id, address, amount, isAll, fee, unitPrice, password, ...(code !== null && { code }) };
    const withdrawal = await call('withdraw', { body });
    queries.setQueryData<Wallet>(queryKeys.wallet, (wallet) => wallet && { ...wallet, withdrawal });
    void queries.invalidateQueries({ queryKey: queryKeys.wallet });
    toast.success(texts('wallet').review.accepted);
    onDone();
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

function sayWhy(error: unknown): Errors {
  const words = wordsFor(error, texts('wallet').review.noAnswer);
  if (error instanceof CallProblem && error.code === 'wrong_password') return { password: words };
  return isAboutCode(error) ? { code: words } : { all: words };
}
