import Check from 'lucide-react/icons/check';
import ExternalLink from 'lucide-react/icons/external-link';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Withdrawal } from '#contract/wallet.ts';
import { explorerLink } from '#web/lib/explorer-link.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { exactAmount } from '#web/ui/amount.tsx';
import { formatDate } from '#web/ui/format.ts';
import { isUnpaid } from './is-unpaid.ts';

/** How many of the four steps are done. */
const done = { waiting: 0, sent: 2, confirmed: 3, final: 4 } as const;

/** The withdrawal that is under way, or how the last one ended. */
export function WithdrawalCard({ withdrawal }: { withdrawal: Withdrawal }) {
  const words = texts('wallet').progress;
  const { status, address, amount, triedUntil } = withdrawal;
  return (
    <section className="card stack" aria-labelledby="withdrawal">
      <div className="row between wrapx">
        <h2 className="h3" id="withdrawal">
          {words.title}
        </h2>
        <Explorer signature={withdrawal.signature} />
      </div>
      <p className="going">
        {words.to(exactAmount(amount))}
        <span className="addr muted">{address}</span>
      </p>
      {!isUnpaid(status) && <Steps done={done[status]} />}
      <State withdrawal={withdrawal} />
      {status === 'waiting' && <p className="hint">{words.triedUntil(formatDate(triedUntil))}</p>}
    </section>
  );
}

function Steps({ done: steps }: { done: number }) {
  const words = texts('wallet').progress;
  return (
    <ol className="meter" aria-label={words.label}>
      {words.steps.map((step, index) => (
        <li
          key={step}
          className={index < steps ? 'is-done' : index === steps ? 'is-now' : ''}
          {...(index === steps && { 'aria-current': 'step' as const })}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}

function State({ withdrawal: { status, why } }: { withdrawal: Withdrawal }) {
  const words = texts('wallet').progress;
  if (isUnpaid(status)) {
    return (
      <p className="note warn" role="status">
        <TriangleAlert className="i" />
        <span>
          <b>{words.states[status]}</b> {why !== null && words.unsent[why]}
        </span>
      </p>
    );
  }
  return (
    <p className={status === 'final' ? 'row small arrived' : 'small muted'} role="status">
      {status === 'final' && <Check className="i s" />}
      {words.states[status]}
    </p>
  );
}

function Explorer({ signature }: { signature: string | null }) {
  const config = useConfig();
  const link = signature === null ? null : explorerLink(config, signature);
  if (link === null) return null;
  return (
    <a className="btn small secondary" href={link} target="_blank" rel="noreferrer">
      {texts('wallet').progress.explorer}
      <ExternalLink className="i s" />
    </a>
  );
}
