import './donations.css';
import { useQuery } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useMemo, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { defaultPageSize, type DonationFilter, filterDonations, pageOf } from './donation-list.ts';
import { DonationRow } from './donation-row.tsx';
import { EmptyList } from './empty-list.tsx';
import { Filters } from './filters.tsx';
import { Pager } from './pager.tsx';
import { StatusTiles } from './status-tiles.tsx';

const everything: DonationFilter = { search: '', status: 'ALL' };

/** /app/donations: all of them, searched, filtered and paged here in the browser. */
export function DonationsPage() {
  useTitle('Donations');
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: queryKeys.donations,
    queryFn: () => call('myDonations', { query: {} }),
  });
  useEffect(() => {
    if (error !== null) toast.error('Failed to load donations');
  }, [error]);

  if (isPending) return <PageSpinner label="Loading donations..." />;
  const donations = error === null ? data.data : [];
  const total = error === null ? data.total : 0;
  return (
    <>
      <div className="pagehead">
        <div>
          <h1 className="title">Donations</h1>
          <p className="muted num">{total === 1 ? '1 donation in total' : `${total} donations in total`}</p>
        </div>
        <button type="button" className="btn secondary" disabled={isFetching} onClick={() => void refetch()}>
          <RefreshCw className="i s" />
          Refresh
        </button>
      </div>
      <StatusTiles donations={donations} />
      <DonationList donations={donations} />
    </>
  );
}

function DonationList({ donations }: { donations: Parameters<typeof filterDonations>[0] }) {
  const [filter, setFilter] = useState(everything);
  const [size, setSize] = useState<number>(defaultPageSize);
  const [page, setPage] = useState(1);
  const filtered = useMemo(() => filterDonations(donations, filter), [donations, filter]);
  const shown = pageOf(filtered, page, size);
  const narrowed = filter.search.trim() !== '' || filter.status !== 'ALL';

  const handleFilter = (next: DonationFilter) => {
    setFilter(next);
    setPage(1);
  };
  const handleSize = (next: number) => {
    setSize(next);
    setPage(1);
  };

  return (
    <>
      <Filters filter={filter} onFilter={handleFilter} size={size} onSize={handleSize} />
      <p className="row between wrapx small muted num list-line" role="status">
        {shown.items.length > 0 && (
          <span>
            Showing {shown.from}–{shown.to} of {filtered.length} donations
          </span>
        )}
        {narrowed && <span>Filtered from {donations.length} total</span>}
      </p>
      {shown.items.length === 0 ? (
        <EmptyList
          kind={donations.length === 0 ? 'none' : filtered.length === 0 ? 'filtered' : 'page'}
          onClear={() => handleFilter(everything)}
        />
      ) : (
        <ul className="dlist">
          {shown.items.map((donation) => (
            <DonationRow key={donation.id} donation={donation} />
          ))}
        </ul>
      )}
      <Pager page={shown.page} pages={shown.pages} onPage={setPage} />
    </>
  );
}
