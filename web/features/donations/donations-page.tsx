import './donations.css';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect } from 'react';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { DonationListView } from './donation-list-view.tsx';
import { DownloadCsv } from './download-csv.tsx';
import { FailedList } from './empty-list.tsx';
import { Filters } from './filters.tsx';
import { RejectionsContext, useRejectionsOfPage } from './rejections.ts';
import { StatusTiles } from './status-tiles.tsx';
import { useDonations } from './use-donations.ts';
import { useListView } from './use-list-view.ts';
import { written } from '#web/ui/written-number.ts';

/** /app/donations: all of them, searched, filtered and paged. */
export function DonationsPage() {
  const words = texts('donations');
  useTitle(words.title);
  const { connect } = useLive();
  useEffect(connect, [connect]);
  const { view, settled, onFilter, onSize, onPage, onClear } = useListView();
  const { shown, error, isFetching, isBehind, refetch } = useDonations(view, settled);
  const rejections = useRejectionsOfPage();
  useEffect(() => {
    if (error !== null) toast.error(texts('donations').loadFailed);
  }, [error]);

  if (shown === null && error === null) return <PageSpinner label={words.loading} />;
  return (
    <>
      <div className="pagehead">
        <div>
          <h1 className="title">{words.title}</h1>
          {shown !== null && <p className="muted num">{words.total(shown.total, written(shown.total))}</p>}
        </div>
        <div className="row">
          {shown !== null && shown.found > 0 && <DownloadCsv filter={settled} found={shown.found} />}
          <button
            type="button"
            className="btn secondary"
            aria-disabled={isFetching}
            onClick={() => {
              if (!isFetching) refetch();
            }}
          >
            <RefreshCw className="i s" />
            {words.refresh}
          </button>
        </div>
      </div>
      {shown !== null && <StatusTiles counts={shown.counts} total={shown.total} />}
      <Filters view={view} onFilter={onFilter} onSize={onSize} />
      {shown === null ? (
        <FailedList busy={isFetching} onRetry={refetch} />
      ) : (
        <RejectionsContext value={rejections}>
          <DonationListView shown={shown} view={view} isBehind={isBehind} onPage={onPage} onClear={onClear} />
        </RejectionsContext>
      )}
    </>
  );
}
