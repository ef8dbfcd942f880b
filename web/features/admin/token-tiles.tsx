import type { AdminMoney } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount, TokenAmount } from '#web/ui/amount.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { written } from '#web/ui/written-number.ts';

/** Tokens that are on their way, and the account that pays for their transfers: its address, so that SOL can be sent to it. */
export function TokenTiles({ tokens }: { tokens: NonNullable<AdminMoney['tokens']> }) {
  const words = texts('admin').money.tokens;
  const { feePayer, unswept, liveSweeps } = tokens;
  return (
    <section className="card stack" aria-labelledby="token-money">
      <header>
        <h3 className="h3" id="token-money">
          {words.heading}
        </h3>
        {feePayer.isLow && <span className="pill st-pending">{words.low}</span>}
      </header>
      <dl className="facts">
        <div>
          <dt>{words.unswept}</dt>
          <dd className="num token-sums">
            {unswept.length === 0 && texts('admin').money.nothing}
            {unswept.map(({ addresses, ...sum }) => (
              <span key={sum.mint}>
                <TokenAmount sum={sum} />{' '}
                <span className="micro muted">{words.at(addresses, written(addresses))}</span>
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>{texts('admin').money.live}</dt>
          <dd className="num">{written(liveSweeps)}</dd>
        </div>
        <div>
          <dt>{words.balance}</dt>
          <dd className="num">
            {feePayer.balance === null ? words.unknown : <Amount sol={feePayer.balance} />}
          </dd>
        </div>
      </dl>
      <div className="field">
        <span className="flabel">{words.feePayer}</span>
        <CopyLine value={feePayer.address} label={words.copy} done={words.copied} wraps />
        <span className="hint">{feePayer.isLow ? words.sendSol : words.feePayerHint}</span>
      </div>
    </section>
  );
}
