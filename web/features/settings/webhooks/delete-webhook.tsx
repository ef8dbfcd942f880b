import { useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '#contract/webhooks.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { toast } from '#web/ui/toasts.ts';
import { webhooksKey } from './use-webhooks.ts';

/** Deletes a webhook after one more question. */
export function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const words = texts('webhooks').deletion;
  const queries = useQueryClient();

  const remove = async () => {
    try {
      await call('deleteWebhook', { params: { id: webhook.id } });
      toast.success(words.deleted);
      onClose();
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
    }
    await queries.invalidateQueries({ queryKey: webhooksKey });
  };

  return (
    <AskFirst
      question={words.question}
      effects={[words.effect(webhook.url)]}
      keep={words.keep}
      confirm={words.confirm}
      busyLabel={words.deleting}
      onKeep={onClose}
      onConfirm={remove}
    />
  );
}
