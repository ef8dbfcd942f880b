import { useQuery } from '@tanstack/react-query';
import type { HistoryStep } from '#contract/donation-history.ts';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { SumAmount } from '#web/ui/amount.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { formatDate } from '#web/ui/format.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { TransactionProof } from '#web/ui/transaction-proof.tsx';

interface DonationHistoryProps {
  donation: ListedDonation;
  onClose: () => void;
}

/** One donation whole: its name and message uncut, and what is stored of what happened to it. */
export function DonationHistory({ donation, onClose }: DonationHistoryProps) {
  const words = texts('donations').history;
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.donations, 'history', donation.id],
    queryFn: () => call('donationHistory', { params: { id: donation.id } }),
    staleTime: 0,
  });
  return (
    <Dialog title={donorNameOf(donation)} onClose={onClose}>
      <div className="stack dialog-text donation-history" style={{ '--gap': '14px' }}>
        <div className="row wrapx" style={{ '--gap': '8px 12px' }}>
          <b>
            <SumAmount sum={donation} />
          </b>
          <StatusPill status={donation.status} />
        </div>
        {!donation.textsRemoved && donation.message !== '' && (
          <p className="muted bidi" dir="auto">
            {donation.message}
          </p>
        )}
        <h3 className="h3">{words.title}</h3>
        {data === undefined && error === null && <span className="bone" aria-hidden="true" />}
        {data === undefined && error !== null && (
          <p className="small muted" role="alert">
            {words.failed}{' '}
            <button type="button" className="btn small quiet" onClick={() => void refetch()}>
              {texts('donations').tryAgain}
            </button>
          </p>
        )}
        {data !== undefined && (
          <ol className="happened" aria-label={words.title}>
            {data.steps.map((step) => (
              <Step
                key={`${step.what} ${step.at} ${step.signature ?? ''}`}
                step={step}
                symbol={donation.token?.symbol ?? 'SOL'}
              />
            ))}
          </ol>
        )}
      </div>
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}

function Step({ step, symbol }: { step: HistoryStep; symbol: string }) {
  const words = texts('donations').history;
  const date = formatDate(step.at);
  return (
    <li>
      <div className="grow">
        <div>{wordsOf(step, symbol)}</div>
        <div className="micro faint num">{date}</div>
      </div>
      {step.signature !== undefined && (
        <TransactionProof
          signature={step.signature}
          words={{ explorer: words.explorer(date), copy: words.copy(date), copied: words.copied }}
        />
      )}
    </li>
  );
}

function wordsOf({ what, who, amount, isFinal, isMasked, isUndecided }: HistoryStep, symbol: string): string {
  const words = texts('donations').history;
  if (what === 'payment') return words.payment(`${amount ?? ''} ${symbol}`, isFinal === true);
  if (what === 'approved' && isUndecided === true) return words.shownUndecided;
  const said = what === 'approved' && isMasked === true ? words.approvedMasked : words.steps[what];
  return who === undefined ? said : words.by(said, who);
}
