import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { newWebhook, type Webhook, webhookEvents } from '#contract/webhooks.ts';
import { CheckGroup } from '#web/features/settings/check-group.tsx';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { isChanged, touched, touchedOverNow } from '#web/lib/unsaved-changes.ts';
import { useLatest } from '#web/lib/use-latest.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { eventWords, webhooksKey } from './use-webhooks.ts';

interface WebhookFormProps {
  /** Left out: a new one. */
  webhook?: Webhook;
  onClose: () => void;
}

/** Adds a webhook or changes one. What is refused is said in the dialog; what is changed while it is being saved stays open. */
export function WebhookForm({ webhook, onClose }: WebhookFormProps) {
  const { form: words, events: eventNames } = texts('webhooks');
  const queries = useQueryClient();
  const [saved, setSaved] = useState(webhook);
  const [typed, setTyped] = useState(() => valuesOf(webhook));
  const latest = useLatest(typed);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const save = async () => {
    const wrong = fieldErrors(newWebhook, typed);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const stored = await send(saved, typed);
      await queries.invalidateQueries({ queryKey: webhooksKey });
      toast.success(words.saved);
      if (!isChanged(latest.current, typed)) return onClose();
      setSaved(stored);
      setTyped(touchedOverNow(latest.current, typed, valuesOf(stored)));
    } catch (error) {
      setErrors({ url: wordsFor(error, words.failed) });
      // It may have been saved all the same.
      void queries.invalidateQueries({ queryKey: webhooksKey });
    }
    setBusy(false);
  };

  return (
    <Dialog title={saved === undefined ? words.addTitle : words.editTitle} onClose={onClose}>
      <form
        className="stack dialog-text"
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={words.url}
          hint={words.urlHint}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          error={errors['url']}
          value={typed.url}
          onChange={(event) => setTyped({ ...typed, url: event.currentTarget.value })}
        />
        <CheckGroup
          legend={eventNames.legend}
          options={webhookEvents}
          nameOf={(event) => eventNames[eventWords[event]]}
          chosen={typed.events}
          error={errors['events']}
          onChange={(events) => setTyped({ ...typed, events })}
        />
        <div className="acts">
          <button type="button" className="btn secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <SubmitButton busy={busy} label={words.save} busyLabel={words.saving} />
        </div>
      </form>
    </Dialog>
  );
}

type WebhookValues = Pick<Webhook, 'url' | 'events'>;

function valuesOf(webhook: Webhook | undefined): WebhookValues {
  return { url: webhook?.url ?? '', events: [...(webhook?.events ?? webhookEvents)] };
}

async function send(saved: Webhook | undefined, typed: WebhookValues): Promise<Webhook> {
  if (saved === undefined) return await call('createWebhook', { body: typed });
  // What was not touched here may have been saved in another tab meanwhile.
  const body = touched(typed, valuesOf(saved));
  return await call('changeWebhook', { params: { id: saved.id }, body });
}
