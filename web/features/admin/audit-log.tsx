import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { auditActions } from '#contract/admin.ts';
import { call } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { useFocusNewRow } from '#web/ui/use-focus-new-row.ts';
import { AuditRow } from './audit-row.tsx';
import { NothingFound } from './nothing-found.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { Select } from '#web/ui/select.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { UpdatedLine } from './updated-line.tsx';
import { useAddressText } from './use-address-text.ts';
import { adminKey, refetchMs, useLostRole } from './use-admin-query.ts';

/** /admin/log: who did what, the newest first. */
export function AuditLog() {
  const words = texts('admin').log;
  const [address, setAddress] = useSearchParams();
  const action = address.get('action') ?? '';
  const { typed, settled: name, onType } = useAddressText('name');
  const log = useAuditLog(name, action);
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const { list, onMore } = useFocusNewRow(entries.length, log.isFetchingNextPage);
  const isNarrowed = name !== '' || action !== '';
  const choose = (chosen: string) =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      if (chosen === '') next.delete('action');
      else next.set('action', chosen);
      return next;
    });
  const showMore = () => {
    if (log.isFetchingNextPage) return;
    onMore();
    void log.fetchNextPage();
  };
  const clear = () => {
    onType('');
    setAddress({});
  };
  return (
    <>
      <div className="row wrapx admin-filters">
        <SearchField label={words.name} placeholder={words.namePlaceholder} value={typed} onType={onType} />
        <ActionChoice value={action} onChoose={choose} />
      </div>
      {log.data === undefined ? (
        <SectionState isCard error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <section aria-label={words.heading} aria-busy={log.isPlaceholderData}>
          <UpdatedLine queries={[log]} />
          {entries.length === 0 && !log.isPlaceholderData && (
            <NothingFound
              text={words.none}
              clear={isNarrowed ? { label: words.clear, onClear: clear } : null}
            />
          )}
          <ul className="alog" ref={list}>
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ul>
          {log.hasNextPage && (
            <button
              type="button"
              className="btn secondary more"
              aria-disabled={log.isFetchingNextPage}
              onClick={showMore}
            >
              {words.more}
            </button>
          )}
        </section>
      )}
    </>
  );
}

function useAuditLog(name: string, action: string) {
  const log = useInfiniteQuery({
    queryKey: [...adminKey, 'audit', name, action],
    queryFn: ({ pageParam: before }) =>
      call('adminAudit', {
        query: { name: name || undefined, action: action || undefined, before },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });
  useLostRole(log.error);
  return log;
}

function ActionChoice({ value, onChoose }: { value: string; onChoose: (action: string) => void }) {
  const words = texts('admin').log;
  const id = useId();
  return (
    <div className="field action">
      <label className="sr" htmlFor={id}>
        {words.action}
      </label>
      <Select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{words.allActions}</option>
        {auditActions.map((action) => (
          <option key={action} value={action}>
            {words.actNames[action]}
          </option>
        ))}
      </Select>
    </div>
  );
}
