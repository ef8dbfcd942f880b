import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Retention, RetentionDays } from '#contract/own-account-routes.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { toast } from '#web/ui/toasts.ts';

/** After how many days donors' names and messages go. Removing sooner than now asks first: it cannot be undone. */
export function TextRetention() {
  const words = texts('settings').data;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.retention,
    queryFn: () => call('retention'),
  });
  const [asked, setAsked] = useState<RetentionDays | null>(null);
  const save = useMutation({
    mutationFn: (days: RetentionDays | null) => call('changeRetention', { body: { days } }),
    onSuccess: (saved) => {
      queries.setQueryData(queryKeys.retention, saved);
      toast.success(words.saved);
    },
    onError: (failure) => toast.error(wordsFor(failure, words.failed)),
  });
  if (data === undefined) return <SectionState error={error} onRetry={() => void refetch()} />;

  const handlePick = (value: string) => {
    const days = data.choices.find((choice) => String(choice) === value);
    if (days === undefined) return;
    if (days !== null && (data.days === null || days < data.days)) setAsked(days);
    else save.mutate(days);
  };
  return (
    <>
      <ChoiceField
        label={words.retention}
        hint={words.retentionHint}
        value={data.isChosen ? String(asked ?? data.days) : ''}
        choices={[
          ...(data.isChosen ? [] : [{ value: '', label: words.byOperator(data.days) }]),
          ...data.choices.map((days) => ({ value: String(days), label: wordsOf(days) })),
        ]}
        busy={save.isPending}
        onPick={handlePick}
      />
      {asked !== null && (
        <AskFirst
          question={words.question(asked)}
          effects={[words.effect]}
          keep={words.keep}
          confirm={words.confirm}
          busyLabel={words.busy}
          onKeep={() => setAsked(null)}
          onConfirm={async () => {
            await save.mutateAsync(asked).catch(() => undefined);
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

function wordsOf(days: Retention['choices'][number]): string {
  const words = texts('settings').data;
  return days === null ? words.never : words.after(days);
}
