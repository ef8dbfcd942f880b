import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { call } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { deliveriesKey } from './use-webhooks.ts';

const size = 10;
/** While it is open it follows what happens. */
const refreshMs = 4000;

/** What was sent to a webhook, newest first, a page at a time. */
export function DeliveryLog({ webhook: { id, isActive } }: { webhook: Webhook }) {
  const words = texts('webhooks').log;
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: [...deliveriesKey(id), page],
    queryFn: () => call('webhookDeliveries', { params: { id }, query: { page, size } }),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  });
  if (data === undefined) return <SectionState error={error} onRetry={() => void refetch()} />;
  if (data.found === 0) return <p className="small faint">{words.none}</p>;
  const pages = Math.max(1, Math.ceil(data.found / size));
  // At an end the buttons do nothing and keep the focus: disabled, they would lose it.
  return (
    <div className="stack" style={{ '--gap': '12px' }}>
      <ul className="rows deliveries" aria-label={words.label}>
        {data.data.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} webhookId={id} canRedeliver={isActive} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="row wrapx">
          <button
            type="button"
            className="btn small secondary"
            aria-disabled={page <= 1}
            onClick={() => {
              if (page > 1) setPage(page - 1);
            }}
          >
            {words.newer}
          </button>
          <span className="small muted">{words.page(page, pages)}</span>
          <button
            type="button"
            className="btn small secondary"
            aria-disabled={page >= pages}
            onClick={() => {
              if (page < pages) setPage(page + 1);
            }}
          >
            {words.older}
          </button>
        </div>
      )}
    </div>
  );
}
