import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Check from 'lucide-react/icons/check';
import { texts } from '#web/texts/texts.ts';
import type { WalletPaymentState } from './use-wallet-payment.ts';

type Sent = Extract<WalletPaymentState, { kind: 'sent' }>;

/** After a payment was handed on: what is known of it, and after a while the way back. */
export function WalletSent({ state, isOverdue, onAgain }: Omit<Sent, 'kind'> & { onAgain: () => void }) {
  const words = texts('walletPay');
  const isCertain = state !== 'unknown' && !isOverdue;
  const text = isOverdue ? words.notSeen : words[isCertain ? 'sent' : 'unknown'];
  return (
    <div className={`note ${isCertain ? 'good' : 'warn'}`}>
      {isCertain ? <Check className="i" /> : <CircleHelp className="i" />}
      <div className="stack" style={{ '--gap': '10px' }}>
        <p role="status">{text}</p>
        {isOverdue && (
          <button type="button" className="btn outline" onClick={onAgain}>
            {words.payAgain}
          </button>
        )}
      </div>
    </div>
  );
}
