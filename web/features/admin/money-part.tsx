import type { AdminMoney } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount } from '#web/ui/amount.tsx';
import { timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { StuckList } from './stuck-list.tsx';
import { TokenTiles } from './token-tiles.tsx';
import { written } from '#web/ui/written-number.ts';

/** Money that is on its way, the figures first; then what does not move, and why. */
export function MoneyPart({ money }: { money: AdminMoney }) {
  const words = texts('admin').money;
  return (
    <section className="stack" style={{ '--gap': '16px' }} aria-labelledby="money">
      <h2 className="h2" id="money">
        {words.heading}
      </h2>
      <MoneyTiles money={money} />
      {money.tokens !== undefined && <TokenTiles tokens={money.tokens} />}
      <StuckList stuck={money.stuck} />
    </section>
  );
}

function MoneyTiles({ money }: { money: AdminMoney }) {
  const words = texts('admin').money;
  const nowMs = useNow(10_000);
  const { unswept, tooSmall, liveSweeps, ledgerMismatches } = money;
  return (
    <dl className="stats money">
      <div className="stat wide">
        <dt className="label">{words.unswept}</dt>
        <dd className="fig">
          <Amount sol={unswept.amount} />
        </dd>
        <dd className="micro muted num">
          {unswept.addresses === 0 || unswept.oldestAt === null
            ? words.nothing
            : words.unsweptMore(
                unswept.addresses,
                written(unswept.addresses),
                timeAgo(unswept.oldestAt, nowMs),
              )}
        </dd>
      </div>
      <div className="stat">
        <dt className="label">{words.waiting}</dt>
        <dd className="fig">{written(money.waitingForPayment)}</dd>
        <dd className="micro muted">{words.waitingMore}</dd>
      </div>
      <div className="stat">
        <dt className="label">{words.live}</dt>
        <dd className="fig">{written(liveSweeps.count)}</dd>
        <dd className="micro muted">{words.liveMore(liveSweeps.retried)}</dd>
      </div>
      <div className="stat half">
        <dt className="label">{words.tooSmall}</dt>
        <dd className="fig mid">
          <Amount sol={tooSmall.amount} />
        </dd>
        <dd className="micro muted num">
          {words.tooSmallMore(tooSmall.addresses, written(tooSmall.addresses))}
        </dd>
      </div>
      <div className="stat half">
        <dt className="label">{words.ledger}</dt>
        <dd className={ledgerMismatches === 0 ? 'fig mid' : 'fig mid bad'}>
          {ledgerMismatches === 0 ? words.agree : words.differ(ledgerMismatches)}
        </dd>
      </div>
    </dl>
  );
}
