import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type SubmitEvent, useState } from 'react';
import type { WithdrawalQuote } from '#contract/wallet.ts';
import { CodeField } from '#web/features/settings/code-field.tsx';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { exactAmount } from '#web/ui/amount.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useFocusHere } from '#web/ui/use-focus-here.ts';
import { useRefusedFocus } from '#web/ui/use-refused-focus.ts';
import { useWithdraw } from './use-withdraw.ts';

interface ReviewStepProps {
  quote: WithdrawalQuote;
  isAll: boolean;
  /** The figures have changed. */
  onQuote: (quote: WithdrawalQuote) => void;
  onBack: () => void;
  onClose: () => void;
}

/** What is going to happen, to the last lamport, and the password that makes it happen. */
export function ReviewStep({ quote, isAll, onQuote, onBack, onClose }: ReviewStepProps) {
  const words = texts('wallet').review;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const factor = useQuery({ queryKey: queryKeys.secondFactor, queryFn: () => call('secondFactor') });
  const order = useWithdraw({ quote, isAll, onQuote, onDone: onClose });
  const form = useRefusedFocus(order.errors);
  const facts = useFocusHere<HTMLDListElement>(true);
  const needsCode = order.needsCode || factor.data?.isOn === true;
  return (
    <form
      ref={form}
      className="stack dialog-text"
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void order.run({ password, code: needsCode ? code : null });
      }}
    >
      <dl className="facts quote" ref={facts} tabIndex={-1}>
        <div className="to">
          <dt>{words.to}</dt>
          <dd className="addr">{quote.address}</dd>
        </div>
        <div className="arrives">
          <dt>{words.arrives}</dt>
          <dd className="num">{exactAmount(quote.amount)}</dd>
        </div>
        <div>
          <dt>{words.fee}</dt>
          <dd className="num">{exactAmount(quote.fee)}</dd>
        </div>
        <div>
          <dt>{words.remains}</dt>
          <dd className="num">{exactAmount(quote.remains)}</dd>
        </div>
      </dl>
      <p className="note warn">
        <TriangleAlert className="i" />
        {words.warning}
      </p>
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        error={order.errors.password}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {needsCode && (
        <CodeField
          name="code"
          error={order.errors.code}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {order.errors.all !== undefined && (
        <p className="note danger" role="alert">
          <TriangleAlert className="i" />
          {order.errors.all}
        </p>
      )}
      <div className="acts">
        <button
          type="button"
          className="btn secondary"
          aria-disabled={order.busy}
          onClick={() => {
            if (!order.busy) onBack();
          }}
        >
          {words.back}
        </button>
        <SubmitButton
          busy={order.busy}
          label={words.confirm(exactAmount(quote.amount))}
          busyLabel={words.sending}
        />
      </div>
    </form>
  );
}
