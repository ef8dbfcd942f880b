import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import type { AdminMoney } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { SumAmount } from '#web/ui/amount.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { writtenUntil } from './written.ts';

/** Transfers that do not get on: whose they are, how much, and why. */
export function StuckList({ stuck }: { stuck: AdminMoney['stuck'] }) {
  const words = texts('admin').money;
  const nowMs = useNow(10_000);
  return (
    <section className="card" aria-labelledby="stuck">
      <header>
        <h3 className="h3" id="stuck">
          {words.stuck}
        </h3>
      </header>
      {stuck.length === 0 && (
        <p className="row muted" style={{ '--gap': '8px' }}>
          <CircleCheck className="i s" aria-hidden="true" />
          {words.stuckNone}
        </p>
      )}
      {stuck.length > 0 && (
        <ul className="rows stuck-transfers">
          {stuck.map((sweep) => (
            <li key={`${sweep.donationId} ${sweep.token?.mint}`}>
              <div className="row between wrapx" style={{ '--gap': '4px 12px' }}>
                <Link className="link" to={`/admin/streamers/${sweep.streamerId}`}>
                  {sweep.username}
                </Link>
                <SumAmount sum={sweep} />
              </div>
              <p className="row reason" style={{ '--gap': '6px' }}>
                <TriangleAlert className="i s" aria-hidden="true" />
                {words.reasons[sweep.reason]}
              </p>
              <p className="micro faint num">
                {words.refusals(sweep.attempts, writtenUntil(sweep.nextAttemptAt, nowMs))}
              </p>
              <p className="micro mono muted">{sweep.detail}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
