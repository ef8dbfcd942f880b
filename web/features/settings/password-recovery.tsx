import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { formatDate } from '#web/ui/format.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useProven } from './use-proven.ts';

/** The one code that sets a new password when the old one is lost: whether there is one, and a new one. */
export function PasswordRecovery() {
  const words = texts('settings').recovery;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.recoveryCode,
    queryFn: () => call('recoveryCode'),
  });
  const [isAsking, setIsAsking] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const replace = useProven(async () => {
    setCode((await call('replaceRecoveryCode')).recoveryCode);
    await queries.invalidateQueries({ queryKey: queryKeys.recoveryCode });
  }, words.failed);

  if (data === undefined) return <SectionState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="row between wrapx">
      <div className="grow">
        <p className="flabel">{words.label}</p>
        <p className="hint">{data.since === null ? words.none : words.since(formatDate(data.since))}</p>
      </div>
      <button
        type="button"
        className="btn small secondary"
        aria-busy={replace.busy}
        onClick={() => (data.since === null ? void replace.run() : setIsAsking(true))}
      >
        {words.act}
      </button>
      {isAsking && (
        <AskFirst
          question={words.question}
          effects={[words.effect]}
          keep={words.keep}
          confirm={words.act}
          busyLabel={words.busy}
          onKeep={() => setIsAsking(false)}
          onConfirm={async () => {
            setIsAsking(false);
            await replace.run();
          }}
        />
      )}
      {code !== null && (
        <RecoveryCodes
          codes={[code]}
          words={words.shown}
          fileName="brava-password-recovery-code.txt"
          onClose={() => setCode(null)}
        />
      )}
      {replace.wanted !== null && (
        <ConfirmIdentity
          wanted={replace.wanted}
          reason={words.reason}
          action={words.act}
          onClose={replace.dismiss}
          onConfirmed={() => void replace.run()}
        />
      )}
    </div>
  );
}
