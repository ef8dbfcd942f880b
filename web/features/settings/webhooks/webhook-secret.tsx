import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { ConfirmPassword } from '#web/features/settings/confirm-password.tsx';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { formatDate } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { webhooksKey } from './use-webhooks.ts';

/** The signing secret: hidden at first; shown or replaced it asks for the password where that was typed too long ago. */
export function WebhookSecret({ webhook: { id, url, oldSecretUntil } }: { webhook: Webhook }) {
  const words = texts('webhooks').secret;
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const [afterPassword, setAfterPassword] = useState<'show' | 'replace' | null>(null);

  const get = async (how: 'show' | 'replace') => {
    if (busy) return;
    setBusy(true);
    try {
      const params = { id };
      const got =
        how === 'show'
          ? await call('webhookSecret', { params })
          : await call('replaceWebhookSecret', { params });
      setSecret(got.secret);
      if (how === 'replace') {
        toast.success(words.replaced);
        await queries.invalidateQueries({ queryKey: webhooksKey });
      }
    } catch (error) {
      if (error instanceof CallProblem && error.code === 'confirm_password') setAfterPassword(how);
      else toast.error(wordsFor(error, how === 'show' ? words.failed : words.replaceFailed));
    }
    setBusy(false);
  };

  return (
    <div className="stack" style={{ '--gap': '12px' }}>
      {secret !== null && (
        <div className="field">
          <span className="flabel">{words.label}</span>
          <CopyLine value={secret} label={words.copy} done={words.copied} wraps pauses />
        </div>
      )}
      <div className="row wrapx">
        <button
          type="button"
          className="btn small secondary"
          aria-disabled={busy}
          aria-busy={busy}
          aria-expanded={secret !== null}
          aria-label={texts('webhooks').of(secret === null ? words.show : words.hide, url)}
          onClick={() => (secret === null ? void get('show') : setSecret(null))}
        >
          {busy ? words.loading : secret === null ? words.show : words.hide}
        </button>
        <button
          type="button"
          className="btn small secondary"
          aria-label={texts('webhooks').of(words.replace, url)}
          onClick={() => setReplacing(true)}
        >
          {words.replace}
        </button>
      </div>
      {oldSecretUntil !== null && <p className="hint">{words.both(formatDate(oldSecretUntil))}</p>}
      {replacing && (
        <AskFirst
          question={words.question}
          effects={[words.effect]}
          keep={words.keep}
          confirm={words.confirm}
          busyLabel={words.replacing}
          onKeep={() => setReplacing(false)}
          onConfirm={async () => {
            await get('replace');
            setReplacing(false);
          }}
        />
      )}
      {afterPassword !== null && (
        <ConfirmPassword
          reason={words.reason}
          action={afterPassword === 'show' ? words.show : words.replace}
          onClose={() => setAfterPassword(null)}
          onConfirmed={() => {
            setAfterPassword(null);
            void get(afterPassword);
          }}
        />
      )}
    </div>
  );
}
