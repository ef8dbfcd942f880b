import { useSearchParams } from 'react-router';
import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { NothingFound } from './nothing-found.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { StreamerRow } from './streamer-row.tsx';
import { TurnPages } from './turn-pages.tsx';
import { UpdatedLine } from './updated-line.tsx';
import { useAddressText } from './use-address-text.ts';
import { useAdminQuery } from './use-admin-query.ts';
import { written } from '#web/ui/written-number.ts';

/** /admin/streamers: every account, searched and paged by the server. */
export function Streamers() {
  const words = texts('admin').streamers;
  const [address] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  const { typed, settled, onType } = useAddressText('search');
  const isNarrowed = settled !== '';
  const list = useAdminQuery(['streamers', settled, page], () =>
    call('adminStreamers', { query: { search: isNarrowed ? settled : undefined, page } }),
  );
  return (
    <>
      <div className="row wrapx admin-filters">
        <SearchField label={words.search} placeholder={words.placeholder} value={typed} onType={onType} />
      </div>
      {list.data === undefined ? (
        <SectionState isCard error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <section aria-label={words.heading} aria-busy={list.isPlaceholderData}>
          <div className="row between wrapx list-head">
            <p className="small muted num" role="status">
              {list.data.data.length > 0 && !list.isPlaceholderData && showing(list.data, page)}
            </p>
            <UpdatedLine queries={[list]} />
          </div>
          {list.data.data.length === 0 && !list.isPlaceholderData && (
            <NothingFound
              text={isNarrowed ? words.noneFound : words.none}
              clear={isNarrowed ? { label: words.clear, onClear: () => onType('') } : null}
            />
          )}
          <ul className="slist">
            {list.data.data.map((streamer) => (
              <StreamerRow key={streamer.id} streamer={streamer} />
            ))}
          </ul>
          <TurnPages page={page} pages={Math.ceil(list.data.found / list.data.pageSize)} />
        </section>
      )}
    </>
  );
}

function showing({ data, found, pageSize }: RouteReply<'adminStreamers'>, page: number): string {
  const start = (page - 1) * pageSize;
  return texts('admin').streamers.showing(written(start + 1), written(start + data.length), written(found));
}
