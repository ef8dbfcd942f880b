import './stream-widgets.css';
import { useState } from 'react';
import { formatSol, solToLamports } from '#contract/lamports.ts';
import type { WidgetState } from '#contract/widgets.ts';
import { texts } from '#web/texts/texts.ts';
import { firstGrapheme } from './first-grapheme.ts';

/**
 * The latest donations, as they are seen on stream. None yet: nothing.
 *
 * It stands still: only a donation that comes while it is open slides in, once.
 */
export function DonationTicker({ ticker }: { ticker: WidgetState['ticker'] }) {
  const [there] = useState(() => new Set(ticker.map(({ id }) => id)));
  if (ticker.length === 0) return null;
  const words = texts('stream');
  return (
    <section className="stream-widget" aria-label={words.latest}>
      <div className="stream-widget-head">
        <h2 className="stream-widget-title">{words.latest}</h2>
      </div>
      <ul className="stream-widget-rows">
        {ticker.map(({ id, donatorName, amount, isAmountHidden, tokenAmount }) => (
          <li
            key={id}
            className={there.has(id) ? 'stream-widget-row' : 'stream-widget-row stream-widget-enter'}
          >
            <span className="stream-widget-sign" aria-hidden="true">
              {firstGrapheme(donatorName)}
            </span>
            <span className="stream-widget-name" dir="auto">
              {donatorName}
            </span>
            {!isAmountHidden && (
              <span className="stream-widget-amount">{tokenAmount ?? formatSol(solToLamports(amount))}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
