import '#web/features/settings/settings.css';
import './webhooks.css';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { mostWebhooks, type Webhook } from '#contract/webhooks.ts';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

const flatLevels = ['6px', '6px', '6px', '6px', '6px', '6px', '6px'];

/** /app/webhooks */
export function WebhooksPage() {
  const words = texts('webhooks');
  useTitle(words.title);
  const { connect } = useLive();
  const { data, error, refetch } = useWebhooks();
  const [adding, setAdding] = useState(false);
  useEffect(connect, [connect]);

  const isFull = (data?.data.length ?? mostWebhooks) >= mostWebhooks;
  return (
    <>
      <div className="pagehead">
        <div>
          <Link className="link small back" to="/app/settings">
            <ChevronLeft className="i s" />
            {words.back}
          </Link>
          <h1 className="title">{words.title}</h1>
          <p className="muted">
            {words.lead}{' '}
            <Link className="link" to="/guide/webhooks">
              {words.guide}
            </Link>
          </p>
        </div>
        {!isFull && (
          <button type="button" className="btn primary" onClick={() => setAdding(true)}>
            {words.add}
          </button>
        )}
      </div>
      {data !== undefined && <Webhooks webhooks={data.data} />}
      {data === undefined && error === null && <PageSpinner />}
      {data === undefined && error !== null && (
        <NotLoaded message={error.message} onRetry={() => void refetch()} />
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
          <Levels heights={flatLevels} />
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

function NotLoaded({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="card stack" role="alert">
      <p className="muted">{texts('webhooks').notLoaded(message)}</p>
      <button type="button" className="btn small secondary" onClick={onRetry}>
        {texts('webhooks').tryAgain}
      </button>
    </div>
  );
}
