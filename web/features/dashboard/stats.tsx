import type { RouteReply } from '#contract/routes.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount } from '#web/ui/amount.tsx';
import { FiatNow } from '#web/ui/fiat.tsx';
import { written } from '#web/ui/written-number.ts';
import { TokenTotals } from './token-totals.tsx';

/** The three figures: paid donations only. */
export function Stats({ stats }: { stats: RouteReply<'donationStats'> }) {
  const words = texts('dashboard').stats;
  return (
    <dl className="stats">
      <div className="stat">
        <dt className="label">{words.totalDonations}</dt>
        <dd className="fig">{written(stats.totalDonations)}</dd>
      </div>
      <div className="stat wide">
        <dt className="label">{words.totalAmount}</dt>
        <dd className="fig">
          <Amount sol={stats.totalAmount} />
          <FiatNow sol={stats.totalAmount} note={words.now} />
        </dd>
      </div>
      <div className="stat">
        <dt className="label">{words.today}</dt>
        <dd className="fig">{written(stats.todayDonations)}</dd>
      </div>
      {stats.tokens !== undefined && stats.tokens.length > 0 && <TokenTotals tokens={stats.tokens} />}
    </dl>
  );
}

/** Bones as high as the figures. */
export function StatsToCome() {
  const words = texts('dashboard').stats;
  return (
    <dl className="stats" aria-busy="true">
      {[words.totalDonations, words.totalAmount, words.today].map((label) => (
        <div key={label} className={label === words.totalAmount ? 'stat wide' : 'stat'}>
          <dt className="label">{label}</dt>
          <dd className="fig to-come" />
        </div>
      ))}
    </dl>
  );
}
