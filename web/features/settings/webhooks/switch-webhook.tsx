import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { deliveriesKey, webhooksKey } from './use-webhooks.ts';

/** Switches a webhook off or on. */
export function SwitchWebhook({ webhook: { id, url, isActive } }: { webhook: Webhook }) {
  const words = texts('webhooks');
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  const change = async () => {
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
    <ActButton
      className="small secondary"
      busy={busy}
      label={isActive ? words.switchOff : words.switchOn}
      nameOf={(label) => words.of(label, url)}
      onAct={() => void change()}
    />
  );
}
