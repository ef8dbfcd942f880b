import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { type AccessScope, dockUrl, newAccessToken } from '#contract/access-tokens.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { queryKeys } from '#web/lib/query.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { Switch } from '#web/ui/switch.tsx';

const words = {
  moderator: {
    title: 'New moderator link',
    nameLabel: 'Who is it for?',
    namePlaceholder: 'Their name',
    action: 'Make the link',
  },
  alerts: {
    title: 'New API token',
    nameLabel: 'What is it for?',
    namePlaceholder: 'Stream Deck',
    action: 'Make the token',
  },
} as const;

interface NewAccessProps {
  scope: AccessScope;
  onClose: () => void;
}

/** Makes a moderator's link or a tool's token, and shows it this one time. */
export function NewAccess({ scope, onClose }: NewAccessProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [hidesAmounts, setHidesAmounts] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [token, setToken] = useState<string | null>(null);

  const make = async () => {
    const body = { scope, name, ...(scope === 'moderator' && { hidesAmounts }) };
    const wrong = fieldErrors(newAccessToken, body)['name'];
    setRefusal(wrong);
    if (wrong !== undefined) return;
    setBusy(true);
    try {
      setToken((await call('createAccessToken', { body })).token);
      void queries.invalidateQueries({ queryKey: queryKeys.accessTokens });
    } catch (error) {
      setRefusal(wordsFor(error, 'It could not be made. Please try again.'));
    }
    setBusy(false);
  };

  if (token !== null) return <MadeAccess scope={scope} token={token} onClose={onClose} />;
  return (
    <Dialog title={words[scope].title} onClose={onClose}>
      <form
        className="stack dialog-text"
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextField
          label={words[scope].nameLabel}
          hint="It stands in the list and in the log."
          placeholder={words[scope].namePlaceholder}
          autoComplete="off"
          maxLength={40}
          error={refusal}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {scope === 'moderator' && (
          <Switch
            label="Hide amounts"
            hint="Names and messages are shown without the sums."
            checked={hidesAmounts}
            onChange={setHidesAmounts}
          />
        )}
        <div className="acts">
          <button type="button" className="btn secondary" onClick={onClose}>
            Cancel
          </button>
          <SubmitButton busy={busy} label={words[scope].action} busyLabel="Making..." className="" />
        </div>
      </form>
    </Dialog>
  );
}

function MadeAccess({ scope, token, onClose }: NewAccessProps & { token: string }) {
  const isModerator = scope === 'moderator';
  return (
    <Dialog title={isModerator ? 'The moderator link' : 'The API token'} onClose={onClose}>
      <div className="stack dialog-text">
        <p className="muted">
          {isModerator
            ? 'Send it to your moderator. Whoever has it can moderate your alerts.'
            : 'Give it to your tool. Whoever has it can control your alerts.'}{' '}
          It is shown only now.
        </p>
        {!isModerator && (
          <div className="field">
            <span className="flabel">Token</span>
            <CopyLine value={token} label="Copy token" done="Token copied!" />
          </div>
        )}
        <div className="field">
          <span className="flabel">{isModerator ? 'Link' : 'Link for a dock in OBS'}</span>
          <CopyLine value={dockUrl(location.origin, token)} label="Copy link" done="Link copied!" />
        </div>
        {!isModerator && (
          <p className="hint">
            Tools send it as “Authorization: Bearer …” to {location.origin}/api/alerts/pause and the other
            calls of the{' '}
            <a href="/api/docs" className="link">
              API
            </a>
            .
          </p>
        )}
      </div>
      <div className="acts">
        <button type="button" className="btn primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
