import type { UseQueryResult } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { texts } from '#web/texts/texts.ts';
import { writtenClock } from './written.ts';

interface UpdatedLineProps {
  queries: readonly Pick<
    UseQueryResult,
    'dataUpdatedAt' | 'isFetching' | 'isError' | 'isPlaceholderData' | 'refetch'
  >[];
}

/**
 * When what is shown was read, and a way to read it at once. Says so when it could not be read again, and while another
 * search is read and what the last one found still stands there.
 */
export function UpdatedLine({ queries }: UpdatedLineProps) {
  const words = texts('admin');
  if (queries.some((query) => query.isPlaceholderData)) {
    return (
      <p className="row updated small faint">
        <span className="spin" />
        {texts('common').loading}
      </p>
    );
  }
  const oldestMs = Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt));
  if (oldestMs === 0) return null;
  const isOld = queries.some((query) => query.isError);
  const time = writtenClock(oldestMs);
  return (
    <div className="row updated">
      <p className={isOld ? 'small num late' : 'small num faint'} role={isOld ? 'alert' : undefined}>
        {isOld ? words.notUpdated(time) : words.updated(time)}
      </p>
      <button
        type="button"
        className="btn small quiet icon"
        aria-label={words.refresh}
        title={words.refresh}
        onClick={() => {
          // What is being read by itself is not read twice. Shown as disabled it would flicker every ten seconds.
          for (const { refetch, isFetching } of queries) if (!isFetching) void refetch();
        }}
      >
        <RefreshCw className="i s" />
      </button>
    </div>
  );
}
