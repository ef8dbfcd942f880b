import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate } from '#web/ui/format.ts';
import { useFocusNewRow } from '#web/ui/use-focus-new-row.ts';
import { logWords } from './log-words.ts';
import { SectionState } from '#web/ui/section-state.tsx';

const pageLength = 10;

/** Who did what at the desk, the newest first. */
export function DeskLog() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.alertLog,
    queryFn: () => call('alertLog'),
  });
  const words = texts('settings').log;
  const [shown, setShown] = useState(pageLength);
  const entries = data?.data ?? [];
  const { list, onMore } = useFocusNewRow(Math.min(entries.length, shown));
  const showMore = () => {
    onMore();
    setShown(shown + 50);
  };
  return (
    <section className="card stack" aria-labelledby="desk-log">
      <h2 className="h2" id="desk-log">
        {words.heading}
      </h2>
      {data === undefined && <SectionState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && entries.length === 0 && <p className="small faint">{words.none}</p>}
      {entries.length > 0 && (
        <ul className="rows log" ref={list}>
          {entries.slice(0, shown).map((entry) => (
            <li key={entry.id} tabIndex={-1}>
              <p className="small" dir="auto">
                {logWords(entry)}
              </p>
              <p className="micro faint num">{formatDate(entry.at)}</p>
            </li>
          ))}
        </ul>
      )}
      {entries.length > shown && (
        <button type="button" className="btn small secondary" onClick={showMore}>
          {words.more}
        </button>
      )}
    </section>
  );
}
