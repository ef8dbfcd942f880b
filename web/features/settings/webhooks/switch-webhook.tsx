import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { deliveriesKey, webhooksKey } from './use-webhooks.ts';

/** Switches a webhook off or on. */
export function SwitchWebhook({ webhook: { id, url, isActive } }: { webhook: Webhook }) {
  const words = texts('webhooks');
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const label = isActive ? words.switchOff : words.switchOn;

  // Never disabled: the focus stays on it.
  const change = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await call('changeWebhook', { params: { id }, body: { isActive: !isActive } });
    } catch (error) {
      toast.error(wordsFor(error, words.switchFailed));
    }
    await queries.invalidateQueries({ queryKey: webhooksKey });
    await queries.invalidateQueries({ queryKey: deliveriesKey(id) });
    setBusy(false);
  };

  return (
    <button
      type="button"
      className="btn small secondary"
      aria-disabled={busy}
      aria-busy={busy}
      aria-label={words.of(label, url)}
      onClick={() => void change()}
    >
      {label}
    </button>
  );
}
