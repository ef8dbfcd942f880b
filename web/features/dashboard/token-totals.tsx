import type { DonationStats } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { TokenAmount } from '#web/ui/amount.tsx';
import { written } from '#web/ui/written-number.ts';

/** What came in tokens, each by itself: there is no sum of SOL and tokens. */
export function TokenTotals({ tokens }: { tokens: NonNullable<DonationStats['tokens']> }) {
  const words = texts('dashboard').stats;
  return (
    <div className="stat in-tokens">
      <dt className="label">{words.inTokens}</dt>
      {tokens.map(({ donations, ...sum }) => (
        <dd key={sum.mint}>
          <TokenAmount sum={sum} />{' '}
          <span className="micro muted">{words.donations(donations, written(donations))}</span>
        </dd>
      ))}
      <dd className="micro muted">{words.solAlone}</dd>
    </div>
  );
}
