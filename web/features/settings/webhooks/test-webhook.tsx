import { useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useEffect, useState } from 'react';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { deliveriesKey } from './use-webhooks.ts';

const askEveryMs = 400;

interface TestWebhookProps {
  webhook: Webhook;
  /** What else can be done, in the same row. */
  children: ReactNode;
}

/** Sends a test and says how it went. */
export function TestWebhook({ webhook: { id, url }, children }: TestWebhookProps) {
  const words = texts('webhooks');
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['webhook-delivery', sent],
    queryFn: () => call('webhookDelivery', { params: { id: sent ?? '' } }),
    enabled: sent !== null,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : askEveryMs),
  });
  const over = isOver(data);
  const busy = asking || (sent !== null && !over);
  useEffect(() => {
    if (over) void queries.invalidateQueries({ queryKey: deliveriesKey(id) });
  }, [over, queries, id]);

  const send = async () => {
    setAsking(true);
    setSent(null);
    try {
      setSent((await call('testWebhook', { params: { id } })).id);
    } catch (error) {
      toast.error(wordsFor(error, words.test.failed));
    }
    setAsking(false);
  };

  return (
    <div>
      <div className="row wrapx">
        <ActButton
          className="small outline"
          busy={busy}
          label={words.test.send}
          busyLabel={words.test.sending}
          nameOf={(label) => words.of(label, url)}
          onAct={() => void send()}
        />
        {children}
      </div>
      <div className="small test-result" role="status">
        {!busy && data !== undefined && <Outcome delivery={data} />}
      </div>
    </div>
  );
}

function isOver(delivery: WebhookDelivery | undefined): boolean {
  return delivery !== undefined && delivery.state !== 'waiting';
}

function Outcome({
  delivery: { state, lastStatus, lastDurationMs, lastError },
}: {
  delivery: WebhookDelivery;
}) {
  const words = texts('webhooks');
  const isDelivered = state === 'delivered';
  const Icon = isDelivered ? Check : TriangleAlert;
  const why = lastError === null ? '' : words.log.errors[lastError];
  return (
    <>
      <Icon className={isDelivered ? 'i s good' : 'i s bad'} />
      {isDelivered
        ? words.test.arrived(lastStatus ?? 0, lastDurationMs ?? 0)
        : words.test.notArrived(lastStatus === null ? why : `${why} (${lastStatus})`)}
    </>
  );
}
