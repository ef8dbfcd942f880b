import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { SentAlertSettings } from '#contract/moderation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { queryKeys } from '#web/lib/query.ts';
import { storeReply } from '#web/lib/store-reply.ts';
import { useSavedNow } from '#web/lib/use-saved-now.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { type AlertRules, bodyOf, readRules, rulesOf } from './alert-rules.ts';
import { HoldFields } from './hold-fields.tsx';
import { ClipFields, ShowFields, WordFields } from './rule-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import { SectionState } from '#web/ui/section-state.tsx';

/** What may be shown on stream, and how. Saves on its own. */
export function AlertsAndModeration() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.alertSettings,
    queryFn: () => call('alertSettings'),
  });
  return (
    <section className="card stack" aria-labelledby="moderation">
      <h2 className="h2" id="moderation">
        {texts('settings').alerts.heading}
      </h2>
      {data === undefined ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : (
        <RulesForm saved={data} />
      )}
    </section>
  );
}

function RulesForm({ saved }: { saved: SentAlertSettings }) {
  const words = texts('settings');
  const queries = useQueryClient();
  const [rules, setRules] = useState(useDraft('alerts', rulesOf(saved)));
  const [errors, setErrors] = useState<Partial<Record<keyof AlertRules, string>>>({});
  const [busy, setBusy] = useState(false);
  const saveOverNow = useSavedNow(rulesOf(saved), setRules);
  const isUnsaved = useUnsaved('alerts', rules, rulesOf(saved));

  const change = (changed: Partial<AlertRules>) => {
    const next = { ...rules, ...changed };
    setRules(next);
    // Fields that were refused are looked at again with every letter, others only on saving.
    if (Object.keys(errors).length > 0) setErrors(errorsOf(next));
  };

  const save = async (form: HTMLFormElement) => {
    setErrors(errorsOf(rules));
    if ('errors' in readRules(rules)) return focusFirstError(form);
    setBusy(true);
    try {
      const stored = await saveOverNow(rules, {
        read: () => call('alertSettings'),
        send: (all) => call('changeAlertSettings', { body: bodyOf(all) }),
        formOf: rulesOf,
      });
      await storeReply(queries, queryKeys.alertSettings, stored);
      toast.success(words.saved);
    } catch (error) {
      toast.error(wordsFor(error, words.saveFailed));
    }
    setBusy(false);
  };

  const fields = { rules, errors, onChange: change };
  return (
    <form
      className="stack rules"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <HoldFields {...fields} />
      <hr />
      <ShowFields {...fields} />
      <hr />
      <WordFields {...fields} />
      <hr />
      <ClipFields {...fields} />
      <SaveBar
        isUnsaved={isUnsaved}
        busy={busy}
        label={words.alerts.save}
        look="outline"
        note={words.alerts.note}
      />
    </form>
  );
}

function errorsOf(rules: AlertRules): Partial<Record<keyof AlertRules, string>> {
  const read = readRules(rules);
  return 'errors' in read ? read.errors : {};
}
