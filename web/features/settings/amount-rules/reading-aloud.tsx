import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { SpeechState } from '#contract/speech.ts';
import { SaveBar } from '#web/features/settings/save-bar.tsx';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { storeReply } from '#web/lib/store-reply.ts';
import { useSavedNow } from '#web/lib/use-saved-now.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { toast } from '#web/ui/toasts.ts';
import { HowFields, SourceFields } from './reading-fields.tsx';
import { bodyOf, readingOf, readReading } from './reading-values.ts';

const speechKey = ['speech'] as const;
/** An overlay that is opened meanwhile is noticed soon. */
const lookAgainMs = 5000;

/** Whether messages are read aloud, by whom and how. Saves on its own. */
export function ReadingAloud() {
  const words = texts('alertRules').reading;
  const { data, error, refetch } = useQuery({
    queryKey: speechKey,
    queryFn: () => call('speech'),
    refetchInterval: lookAgainMs,
  });
  return (
    <section className="card stack reading" aria-labelledby="reading-aloud">
      <div>
        <h2 className="h2" id="reading-aloud">
          {words.heading}
        </h2>
        <p className="muted small">{words.lead}</p>
      </div>
      {data === undefined ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : (
        <ReadingForm state={data} />
      )}
    </section>
  );
}

function ReadingForm({ state }: { state: SpeechState }) {
  const words = texts('alertRules').reading;
  const queries = useQueryClient();
  const [values, setValues] = useState(useDraft('reading', readingOf(state)));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const saveOverNow = useSavedNow(readingOf(state), setValues);
  const isUnsaved = useUnsaved('reading', values, readingOf(state));

  const save = async (form: HTMLFormElement) => {
    const isWrong = readReading(values) === null;
    setError(isWrong ? words.minimumRange : undefined);
    if (isWrong) return focusFirstError(form);
    setBusy(true);
    try {
      const stored = await saveOverNow(values, {
        read: () => call('speech'),
        send: (all) => call('changeSpeech', { body: bodyOf(all) }),
        formOf: readingOf,
      });
      await storeReply(queries, speechKey, stored);
      toast.success(words.saved);
    } catch (failure) {
      toast.error(wordsFor(failure, words.failed));
    }
    setBusy(false);
  };
  const change = (changed: Partial<typeof values>) => {
    setValues({ ...values, ...changed });
    setError(undefined);
  };

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <SourceFields state={state} values={values} onChange={change} />
      {values.source !== 'off' && <HowFields values={values} error={error} onChange={change} />}
      <SaveBar isUnsaved={isUnsaved} busy={busy} label={words.save} look="outline" note={words.note} />
    </form>
  );
}
