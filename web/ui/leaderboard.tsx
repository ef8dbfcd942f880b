import './stream-widgets.css';
import { formatSol, solToLamports } from '#contract/lamports.ts';
import type { WidgetState } from '#contract/widgets.ts';
import { texts } from '#web/texts/texts.ts';

/** The best donors, as they are seen on stream. Nobody yet: nothing. */
export function Leaderboard({ leaderboard }: { leaderboard: WidgetState['leaderboard'] }) {
  if (leaderboard.places.length === 0) return null;
  const words = texts('stream');
  return (
    <section className="stream-widget" aria-label={words.leaderboard}>
      <div className="stream-widget-head">
        <h2 className="stream-widget-title">{words.topDonors}</h2>
        <span className="stream-widget-aside">{words.spans[leaderboard.span]}</span>
      </div>
      <ol className="stream-widget-rows">
        {leaderboard.places.map(({ donatorName, amount }, index) => (
          <li
            // The place is what a row is: who stands on it may change.
            key={String(index)}
            className={index === 0 ? 'stream-widget-row stream-widget-first' : 'stream-widget-row'}
          >
            <span className="stream-widget-sign">{index + 1}</span>
            <span className="stream-widget-name" dir="auto">
              {donatorName}
            </span>
            <span className="stream-widget-amount">{formatSol(solToLamports(amount))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
