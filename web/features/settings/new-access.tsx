import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { type AccessScope, dockUrl, newAccessToken } from '#contract/access-tokens.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { Switch } from '#web/ui/switch.tsx';

interface NewAccessProps {
  scope: AccessScope;
  onClose: () => void;
}

/** Makes a moderator's link or a tool's token, and shows it this one time. */
export function NewAccess({ scope, onClose }: NewAccessProps) {
  const words = texts('settings').access;
  const kind = words.kinds[scope];
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
      setRefusal(wordsFor(error, words.makeFailed));
    }
    setBusy(false);
  };

  if (token !== null) return <MadeAccess scope={scope} token={token} onClose={onClose} />;
  return (
    <Dialog title={kind.create} onClose={onClose}>
      <form
        className="stack dialog-text"
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextField
          label={kind.nameLabel}
          hint={words.nameHint}
          placeholder={kind.namePlaceholder}
          autoComplete="off"
          maxLength={40}
          error={refusal}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {scope === 'moderator' && (
          <Switch
            label={words.hideAmounts}
            hint={words.hideAmountsHint}
            checked={hidesAmounts}
            onChange={setHidesAmounts}
          />
        )}
        <div className="acts">
          <button type="button" className="btn secondary" onClick={onClose}>
            {texts('settings').cancel}
          </button>
          <SubmitButton busy={busy} label={kind.action} busyLabel={words.making} />
        </div>
      </form>
    </Dialog>
  );
}

function MadeAccess({ scope, token, onClose }: NewAccessProps & { token: string }) {
  const words = texts('settings').access;
  const kind = words.kinds[scope];
  const isModerator = scope === 'moderator';
  return (
    <Dialog title={kind.made} onClose={onClose}>
      <div className="stack dialog-text">
        <p className="muted">
          {kind.use} {words.shownOnce}
        </p>
        {!isModerator && (
          <div className="field">
            <span className="flabel">{words.token}</span>
            <CopyLine value={token} label={words.copyToken} done={words.tokenCopied} />
          </div>
        )}
        <div className="field">
          <span className="flabel">{kind.link}</span>
          <CopyLine value={dockUrl(location.origin, token)} label={words.copyLink} done={words.linkCopied} />
        </div>
        {!isModerator && (
          <p className="hint">
            {words.api(`${location.origin}/api/alerts/pause`)}{' '}
            <a href="/api/docs" className="link">
              {words.apiLink}
            </a>
            .
          </p>
        )}
      </div>
      <div className="acts">
        <button type="button" className="btn primary" onClick={onClose}>
          {words.done}
        </button>
      </div>
    </Dialog>
  );
}
