import '#web/features/settings/settings.css';
import './webhooks.css';
import { useEffect, useState } from 'react';
import { mostWebhooks, type Webhook } from '#contract/webhooks.ts';
import { SubpageHead } from '#web/features/settings/subpage-head.tsx';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** /app/webhooks */
export function WebhooksPage() {
  const words = texts('webhooks');
  const { connect } = useLive();
  const { data, error, refetch } = useWebhooks();
  const [adding, setAdding] = useState(false);
  useEffect(connect, [connect]);

  const isFull = (data?.data.length ?? mostWebhooks) >= mostWebhooks;
  return (
    <>
      <SubpageHead words={words} guide="/guide/webhooks">
        {!isFull && (
          <button type="button" className="btn primary" onClick={() => setAdding(true)}>
            {words.add}
          </button>
        )}
      </SubpageHead>
      {data === undefined ? (
        <SectionState isCard error={error} onRetry={() => void refetch()} />
      ) : (
        <section className="webhook-list" aria-label={words.title} tabIndex={-1}>
          <Webhooks webhooks={data.data} />
        </section>
      )}
      {adding && <WebhookForm onClose={() => setAdding(false)} />}
    </>
  );
}

function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const words = texts('webhooks');
  if (webhooks.length === 0)
    return (
      <div className="card">
        <div className="empty">
          <Levels />
          <p>{words.none}</p>
          <p className="muted">{words.noneHint}</p>
        </div>
      </div>
    );
  return (
    <div className="stack" style={{ '--gap': '24px' }}>
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
      {webhooks.length >= mostWebhooks && <p className="small muted">{words.most}</p>}
    </div>
  );
}
