import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactor } from '#contract/second-factor-routes.ts';
import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { TwoStepSetup } from './two-step-setup.tsx';
import { TwoStepState } from './two-step-state.tsx';
import { useProven } from './use-proven.ts';

/** A code besides the password before key, payout address and password: on, off, and its recovery codes. */
export function TwoStepProtection() {
  const words = texts('settings').twoStep;
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.secondFactor,
    queryFn: () => call('secondFactor'),
  });
  return (
    <section className="card stack" aria-labelledby="two-step">
      <h2 className="h2" id="two-step">
        {words.heading}
      </h2>
      <div className="stack small muted" style={{ '--gap': '8px' }}>
        <p>{words.lead}</p>
        <p>{words.signIn}</p>
      </div>
      {data === undefined ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <TwoStepState factor={data} />
          <TwoStepActs factor={data} />
        </>
      )}
    </section>
  );
}

/** What is open over the page: the way to turn it on, a question, or codes that are shown once. */
type Open =
  | { kind: 'setup'; entry: RouteReply<'beginSecondFactor'> }
  | { kind: 'off' | 'replace' }
  | { kind: 'codes'; codes: string[] };

function TwoStepActs({ factor: { isOn } }: { factor: SecondFactor }) {
  const words = texts('settings').twoStep;
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.secondFactor });
  const close = () => setOpen(null);

  const begin = useProven(async () => {
    setOpen({ kind: 'setup', entry: await call('beginSecondFactor') });
  }, words.failed);
  const turnOff = useProven(async () => {
    await call('turnOffSecondFactor');
    toast.success(words.off.done);
    await refresh();
  }, words.failed);
  const replace = useProven(async () => {
    setOpen({ kind: 'codes', codes: (await call('replaceRecoveryCodes')).recoveryCodes });
    await refresh();
  }, words.failed);
  const asking = [begin, turnOff, replace].find(({ wanted }) => wanted !== null);
  const action = asking === begin ? words.turnOn : asking === replace ? words.replace.act : words.off.act;

  return (
    <>
      <div className="row wrapx">
        {isOn && (
          <button type="button" className="btn small secondary" onClick={() => setOpen({ kind: 'replace' })}>
            {words.replace.act}
          </button>
        )}
        {/* One and the same button, so that the focus has a place to come back to. */}
        <button
          type="button"
          className={`btn small ${isOn ? 'danger-quiet' : 'secondary'}`}
          aria-busy={begin.busy}
          onClick={() => (isOn ? setOpen({ kind: 'off' }) : void begin.run())}
        >
          {isOn ? words.off.act : words.turnOn}
        </button>
      </div>
      {open?.kind === 'setup' && (
        <TwoStepSetup
          entry={open.entry}
          onClose={() => {
            close();
            // It is on where only the answer was lost.
            void refresh();
          }}
          onDone={(codes) => {
            setOpen({ kind: 'codes', codes });
            toast.success(words.done);
            void refresh();
          }}
        />
      )}
      {open?.kind === 'off' && (
        <AskFirst
          question={words.off.question}
          effects={[words.off.effect]}
          keep={words.off.keep}
          confirm={words.off.act}
          busyLabel={words.off.busy}
          onKeep={close}
          onConfirm={async () => {
            close();
            await turnOff.run();
          }}
        />
      )}
      {open?.kind === 'replace' && (
        <AskFirst
          question={words.replace.question}
          effects={[words.replace.effect]}
          keep={words.replace.keep}
          confirm={words.replace.act}
          busyLabel={words.replace.busy}
          onKeep={close}
          onConfirm={async () => {
            close();
            await replace.run();
          }}
        />
      )}
      {open?.kind === 'codes' && (
        <RecoveryCodes
          codes={open.codes}
          words={words.codes}
          fileName="brava-recovery-codes.txt"
          onClose={close}
        />
      )}
      {asking?.wanted != null && (
        <ConfirmIdentity
          wanted={asking.wanted}
          reason={words.reason}
          action={action}
          onClose={asking.dismiss}
          onConfirmed={() => void asking.run()}
        />
      )}
    </>
  );
}
