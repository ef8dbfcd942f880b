import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { DeliveryState, WebhookDelivery } from '#contract/webhooks.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { formatDate } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { deliveriesKey } from './use-webhooks.ts';

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  webhookId: string;
  /** Nothing but tests goes to a webhook that is switched off. */
  canRedeliver: boolean;
}

/** One delivery: how it fared, the message itself, and sending it once more. */
export function DeliveryRow({ delivery, webhookId, canRedeliver }: DeliveryRowProps) {
  const words = texts('webhooks').log;
  const { event, createdAt, state, payload } = delivery;
  const name = event === 'test' ? words.test : event;
  return (
    <li className="delivery">
      <div className="row between wrapx">
        <span className="mono small">{name}</span>
        <StatePill state={state} />
      </div>
      <p className="micro faint">{factsOf(delivery).join(' · ')}</p>
      <div className="row between wrapx message">
        <details>
          <summary className="small" aria-label={words.payloadOf(name, formatDate(createdAt))}>
            {words.payload}
          </summary>
          <pre className="payload" tabIndex={0} aria-label={words.payload}>
            {indented(payload)}
          </pre>
        </details>
        {canRedeliver && event !== 'test' && <Redeliver delivery={delivery} webhookId={webhookId} />}
      </div>
    </li>
  );
}

function factsOf(delivery: WebhookDelivery): string[] {
  const words = texts('webhooks').log;
  const { createdAt, attempts, lastStatus, lastError, lastDurationMs, nextAt } = delivery;
  return [
    formatDate(createdAt),
    words.attempts(attempts),
    lastStatus === null ? null : words.status(lastStatus),
    lastError === null || (lastError === 'status' && lastStatus !== null) ? null : words.errors[lastError],
    lastDurationMs === null ? null : words.duration(lastDurationMs),
    nextAt === null || attempts === 0 ? null : words.next(formatDate(nextAt)),
  ].filter((fact) => fact !== null);
}

const pills = {
  waiting: { look: 'st-pending', Icon: Clock },
  delivered: { look: 'st-received', Icon: Check },
  given_up: { look: 'st-failed', Icon: X },
} as const satisfies Record<DeliveryState, unknown>;

function StatePill({ state }: { state: DeliveryState }) {
  const { look, Icon } = pills[state];
  return (
    <span className={`pill ${look}`}>
      <Icon className="i" />
      {texts('webhooks').log.states[state]}
    </span>
  );
}

function Redeliver({
  delivery: { id, event, createdAt },
  webhookId,
}: Omit<DeliveryRowProps, 'canRedeliver'>) {
  const words = texts('webhooks').log;
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  const redeliver = async () => {
    setBusy(true);
    try {
      await call('redeliverWebhook', { params: { id } });
      toast.success(words.redelivered);
    } catch (error) {
      toast.error(wordsFor(error, words.redeliverFailed));
    }
    await queries.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
    setBusy(false);
  };

  return (
    <ActButton
      className="small quiet"
      busy={busy}
      label={words.redeliver}
      nameOf={(label) => texts('webhooks').of(label, `${event}, ${formatDate(createdAt)}`)}
      onAct={() => void redeliver()}
    />
  );
}

/** For reading; what is signed is the text without these spaces. */
function indented(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}
