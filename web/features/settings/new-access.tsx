import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { dockUrl, newAccessToken, type ToolScope, toolScopes } from '#contract/access-tokens.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { CloseButton } from '#web/ui/close-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { SecretLine } from '#web/ui/secret-line.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useRefusedFocus } from '#web/ui/use-refused-focus.ts';
import { type AccessKind, firstCall, scopeWords } from './access-scopes.ts';
import { CheckGroup } from './check-group.tsx';

interface NewAccessProps {
  kind: AccessKind;
  onClose: () => void;
}

/** Makes a moderator's link or a tool's token, to be copied this one time. */
export function NewAccess({ kind: of, onClose }: NewAccessProps) {
  const words = texts('settings').access;
  const kind = words.kinds[of];
  const isModerator = of === 'moderator';
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [hidesAmounts, setHidesAmounts] = useState(false);
  const [scopes, setScopes] = useState<readonly ToolScope[]>(['alerts']);
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const form = useRefusedFocus(refusals);

  const make = async () => {
    const body = isModerator
      ? { scopes: ['moderator' as const], name, hidesAmounts }
      : { scopes: [...scopes], name };
    const wrong = fieldErrors(newAccessToken, body);
    setRefusals(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      setToken((await call('createAccessToken', { body })).token);
    } catch (error) {
      setRefusals({ name: wordsFor(error, words.makeFailed) });
    }
    setBusy(false);
    void queries.invalidateQueries({ queryKey: queryKeys.accessTokens });
  };

  if (token !== null) return <MadeAccess kind={of} scopes={scopes} token={token} onClose={onClose} />;
  return (
    <Dialog title={kind.create} {...(!busy && { onClose })}>
      <form
        ref={form}
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
          error={refusals['name']}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {isModerator ? (
          <Switch
            label={words.hideAmounts}
            hint={words.hideAmountsHint}
            checked={hidesAmounts}
            onChange={setHidesAmounts}
          />
        ) : (
          <CheckGroup
            legend={words.mayOpen}
            options={toolScopes}
            nameOf={(scope) => words.mayDo[scopeWords[scope]]}
            chosen={scopes}
            error={refusals['']}
            onChange={setScopes}
          />
        )}
        <div className="acts">
          <CloseButton busy={busy} label={texts('settings').cancel} onClose={onClose} />
          <SubmitButton busy={busy} label={kind.action} busyLabel={words.making} />
        </div>
      </form>
    </Dialog>
  );
}

interface MadeAccessProps extends NewAccessProps {
  scopes: readonly ToolScope[];
  token: string;
}

function MadeAccess({ kind: of, scopes, token, onClose }: MadeAccessProps) {
  const words = texts('settings').access;
  const kind = words.kinds[of];
  const isModerator = of === 'moderator';
  return (
    <Dialog title={kind.made}>
      <div className="stack dialog-text">
        <p className="muted">
          {kind.use} {words.onlyNow}
        </p>
        {!isModerator && (
          <div className="field">
            <span className="flabel">{words.token}</span>
            <SecretLine
              value={token}
              secret={token}
              show={words.showToken}
              label={words.copyToken}
              done={words.tokenCopied}
            />
          </div>
        )}
        {(isModerator || scopes.includes('alerts')) && (
          <div className="field">
            <span className="flabel">{kind.link}</span>
            <SecretLine
              value={dockUrl(location.origin, token)}
              secret={token}
              show={words.showLink}
              label={words.copyLink}
              done={words.linkCopied}
            />
          </div>
        )}
        {!isModerator && (
          <p className="hint">
            {words.api(`${location.origin}/api${firstCall(scopes)}`)}{' '}
            <a href="/api/docs" className="link" target="_blank" rel="noreferrer">
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
