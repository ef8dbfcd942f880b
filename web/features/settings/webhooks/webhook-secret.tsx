import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { ConfirmIdentity } from '#web/features/settings/confirm-identity.tsx';
import { useProven } from '#web/features/settings/use-proven.ts';
import { call } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { formatDate } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { webhooksKey } from './use-webhooks.ts';

/** The signing secret: hidden at first. Shown or replaced it asks for password and code where those are too long ago. */
export function WebhookSecret({ webhook: { id, url, oldSecretUntil } }: { webhook: Webhook }) {
  const words = texts('webhooks').secret;
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const [asksToReplace, setAsksToReplace] = useState(false);
  const show = useProven(async () => {
    setSecret((await call('webhookSecret', { params: { id } })).secret);
  }, words.failed);
  const replace = useProven(async () => {
    setSecret((await call('replaceWebhookSecret', { params: { id } })).secret);
    toast.success(words.replaced);
    await queries.invalidateQueries({ queryKey: webhooksKey });
  }, words.replaceFailed);
  const label = secret === null ? words.show : words.hide;

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
          aria-disabled={show.busy}
          aria-busy={show.busy}
          aria-expanded={secret !== null}
          aria-label={texts('webhooks').of(label, url)}
          onClick={() => (secret === null ? void show.run() : setSecret(null))}
        >
          {show.busy ? words.loading : label}
        </button>
        <button
          type="button"
          className="btn small secondary"
          aria-label={texts('webhooks').of(words.replace, url)}
          onClick={() => setAsksToReplace(true)}
        >
          {words.replace}
        </button>
      </div>
      {oldSecretUntil !== null && <p className="hint">{words.both(formatDate(oldSecretUntil))}</p>}
      {asksToReplace && (
        <AskFirst
          question={words.question}
          effects={[words.effect]}
          keep={words.keep}
          confirm={words.confirm}
          busyLabel={words.replacing}
          onKeep={() => setAsksToReplace(false)}
          onConfirm={async () => {
            await replace.run();
            setAsksToReplace(false);
          }}
        />
      )}
      <AskProof of={show} action={words.show} />
      <AskProof of={replace} action={words.replace} />
    </div>
  );
}

interface AskProofProps {
  of: ReturnType<typeof useProven>;
  action: string;
}

function AskProof({ of, action }: AskProofProps) {
  if (of.wanted === null) return null;
  return (
    <ConfirmIdentity
      wanted={of.wanted}
      reason={texts('webhooks').secret.reason}
      action={action}
      onClose={of.dismiss}
      onConfirmed={() => void of.run()}
    />
  );
}
