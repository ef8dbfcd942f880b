import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate } from '#web/ui/format.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { DeleteWebhook } from './delete-webhook.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { SwitchWebhook } from './switch-webhook.tsx';
import { TestWebhook } from './test-webhook.tsx';
import { eventWords } from './use-webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** One webhook: where it goes and how it fares, what can be done with it, its secret and its deliveries. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const words = texts('webhooks');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const [showsLog, setShowsLog] = useState(false);
  // With its dialogs, which go with it where it was deleted elsewhere.
  const card = useHandOnFocus<HTMLElement>('.webhook-list');
  const { url } = webhook;
  return (
    <section ref={card} className="card stack webhook" aria-label={url}>
      <div className="row between head">
        <h2 className="mono url">{url}</h2>
        <OnOff isActive={webhook.isActive} />
      </div>
      <p className="small muted">
        {words.events.told}{' '}
        <span>{webhook.events.map((event) => words.events[eventWords[event]]).join(' · ')}</span>
      </p>
      <Trouble webhook={webhook} />
      <TestWebhook webhook={webhook}>
        <SwitchWebhook webhook={webhook} />
        <button
          type="button"
          className="btn small secondary"
          aria-label={words.of(words.edit, url)}
          onClick={() => setOpen('edit')}
        >
          {words.edit}
        </button>
        <button
          type="button"
          className="btn small danger-quiet"
          aria-label={words.of(words.remove, url)}
          onClick={() => setOpen('delete')}
        >
          {words.remove}
        </button>
      </TestWebhook>
      <hr />
      <WebhookSecret webhook={webhook} />
      <hr />
      <div className="row">
        <button
          type="button"
          className="btn small secondary"
          aria-expanded={showsLog}
          aria-label={words.of(showsLog ? words.log.hide : words.log.show, url)}
          onClick={() => setShowsLog(!showsLog)}
        >
          {showsLog ? words.log.hide : words.log.show}
        </button>
      </div>
      {showsLog && <DeliveryLog webhook={webhook} />}
      {open === 'edit' && <WebhookForm webhook={webhook} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteWebhook webhook={webhook} onClose={() => setOpen(null)} />}
    </section>
  );
}

function OnOff({ isActive }: { isActive: boolean }) {
  const words = texts('webhooks');
  const Icon = isActive ? Check : X;
  return (
    <span className={isActive ? 'pill st-received' : 'pill st-expired'}>
      <Icon className="i" />
      {isActive ? words.on : words.off}
    </span>
  );
}

function Trouble({ webhook: { disabledWhy, failingSince } }: { webhook: Webhook }) {
  const words = texts('webhooks');
  if (disabledWhy === null && failingSince === null) return null;
  return (
    <p className="note warn">
      <TriangleAlert className="i" />
      {disabledWhy === null ? words.failing(formatDate(failingSince ?? '')) : words.disabled[disabledWhy]}
    </p>
  );
}
