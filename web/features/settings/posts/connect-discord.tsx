import { type SubmitEvent, useState } from 'react';
import { usualTemplate } from '#contract/post-template.ts';
import { discordConnection } from '#contract/posts.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { language } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useStorePlaces } from './use-posts.ts';

/** Takes the URL of a channel's webhook. What is refused is said beside it. */
export function ConnectDiscord() {
  const words = texts('posts').discord;
  const store = useStorePlaces();
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const connect = async (form: HTMLFormElement) => {
    const body = { url, template: usualTemplate[language()] };
    const wrong = fieldErrors(discordConnection, body)['url'];
    setError(wrong);
    if (wrong !== undefined) return focusFirstError(form);
    setBusy(true);
    try {
      await store(await call('connectDiscord', { body }));
      toast.success(words.connected);
    } catch (failure) {
      setError(wordsFor(failure, words.failed));
      setBusy(false);
    }
  };

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void connect(event.currentTarget);
      }}
    >
      <ol className="small muted steps">
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <TextField
        label={words.url}
        hint={words.urlHint}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        error={error}
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div className="row">
        <SubmitButton busy={busy} label={words.connect} busyLabel={words.connecting} />
      </div>
    </form>
  );
}
