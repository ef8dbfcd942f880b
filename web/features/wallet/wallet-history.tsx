import Info from 'lucide-react/icons/info';
import { useRef, useState } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { HistoryRow } from './history-row.tsx';
import { useWalletEntries } from './use-wallet.ts';

/** What came in and went out, newest first, a page at a time. */
export function WalletHistory({ wallet }: { wallet: Wallet }) {
  const words = texts('wallet').history;
  const [before, setBefore] = useState<string | null>(null);
  const { data, error, refetch, isPlaceholderData } = useWalletEntries(before, wallet);
  const top = useRef<HTMLElement>(null);
  // Whoever goes to another page begins it at its top, with the keyboard too: the button may be gone from under them.
  const handlePage = (to: string | null) => {
    setBefore(to);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  const older = data?.next ?? null;
  const isTurning = isPlaceholderData && before !== null;
  return (
    <section
      className="card stack history"
      ref={top}
      tabIndex={-1}
      aria-labelledby="history"
      aria-busy={isPlaceholderData}
    >
      <div>
        <h2 className="h3" id="history">
          {words.title}
        </h2>
        <p className="small muted">{words.lead}</p>
      </div>
      {data === undefined && <SectionState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.state !== 'complete' && (
        <p className="note" role="status">
          {data.state === 'reading' ? <span className="spin" /> : <Info className="i" />}
          {words[data.state]}
        </p>
      )}
      {data?.data.length === 0 && data.state === 'complete' && (
        <div className="empty">
          <Levels />
          <p className="muted">{wallet.balance ? words.notFinal : words.none}</p>
        </div>
      )}
      {data !== undefined && data.data.length > 0 && (
        <ul className="rows entries" aria-labelledby="history">
          {data.data.map((entry) => (
            <HistoryRow key={entry.signature} entry={entry} />
          ))}
        </ul>
      )}
      {(before !== null || older !== null) && (
        <div className="row wrapx">
          {before !== null && (
            <button type="button" className="btn small secondary" onClick={() => handlePage(null)}>
              {words.newest}
            </button>
          )}
          {older !== null && (
            <button
              type="button"
              className="btn small secondary"
              aria-disabled={isTurning}
              aria-busy={isTurning}
              onClick={() => {
                if (!isTurning) handlePage(older);
              }}
            >
              {isTurning && <span className="spin" />}
              {words.older}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
