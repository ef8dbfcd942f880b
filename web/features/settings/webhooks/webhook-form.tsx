import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { newWebhook, type Webhook, type WebhookEvent, webhookEvents } from '#contract/webhooks.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { touched } from '#web/lib/unsaved-changes.ts';
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

/** Adds a webhook or changes one. What is refused is said in the dialog. */
export function WebhookForm({ webhook, onClose }: WebhookFormProps) {
  const words = texts('webhooks').form;
  const queries = useQueryClient();
  const [began] = useState(() => ({
    url: webhook?.url ?? '',
    events: [...(webhook?.events ?? webhookEvents)],
  }));
  const [url, setUrl] = useState(began.url);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(began.events);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const save = async () => {
    const body = { url, events: [...events] };
    const wrong = fieldErrors(newWebhook, body);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      if (webhook === undefined) await call('createWebhook', { body });
      // What was not touched here may have been saved in another tab meanwhile.
      else await call('changeWebhook', { params: { id: webhook.id }, body: touched(body, began) });
      await queries.invalidateQueries({ queryKey: webhooksKey });
      toast.success(words.saved);
      onClose();
    } catch (error) {
      setErrors({ url: wordsFor(error, words.failed) });
      setBusy(false);
    }
  };

  return (
    <Dialog title={webhook === undefined ? words.addTitle : words.editTitle} onClose={onClose}>
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
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <EventChoice events={events} error={errors['events']} onChange={setEvents} />
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

interface EventChoiceProps {
  events: readonly WebhookEvent[];
  error: string | undefined;
  onChange: (events: readonly WebhookEvent[]) => void;
}

function EventChoice({ events, error, onChange }: EventChoiceProps) {
  const words = texts('webhooks').events;
  const toggle = (event: WebhookEvent) =>
    onChange(webhookEvents.filter((one) => events.includes(one) !== (one === event)));
  return (
    <fieldset className="choice">
      <legend className="flabel">{words.legend}</legend>
      {webhookEvents.map((event) => (
        <label className="check" key={event}>
          <input type="checkbox" checked={events.includes(event)} onChange={() => toggle(event)} />
          {words[eventWords[event]]}
        </label>
      ))}
      {error !== undefined && (
        <span className="err" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
