import { type SubmitEvent, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { useSavedNow } from '#web/lib/use-saved-now.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { formatDate } from '#web/ui/format.ts';
import { GoalBar } from '#web/ui/goal-bar.tsx';
import { SolOnly } from '#web/ui/sol-only.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { GoalReset } from './goal-reset.tsx';
import { useWidgetChange, type WidgetView } from './use-widgets.ts';
import { WidgetCard } from './widget-card.tsx';
import { type GoalForm, goalFormOf, goalOf, previewGoal, readGoal } from './widget-form.ts';

/** The goal bar: what for, how much, and from where it starts. */
export function GoalSection({ view, linkCode }: { view: WidgetView; linkCode: string }) {
  const { settings, state } = view;
  const saved = goalFormOf(settings.goal);
  const [form, setForm] = useState(useDraft('goal', saved));
  const [errors, setErrors] = useState<Partial<Record<keyof GoalForm, string>>>({});
  const { busy, change } = useWidgetChange();
  const saveOverNow = useSavedNow(saved, setForm);
  const isUnsaved = useUnsaved('goal', form, saved);
  const words = texts('widgets').goal;

  const edit = (changed: Partial<GoalForm>) => {
    const next = { ...form, ...changed };
    setForm(next);
    // Fields that were refused are looked at again with every letter, others only on saving.
    if (Object.keys(errors).length > 0) setErrors(errorsOf(next));
  };
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setErrors(errorsOf(form));
    if ('errors' in readGoal(form)) return focusFirstError(event.currentTarget);
    const store = () =>
      saveOverNow(form, {
        read: () => call('widgets'),
        send: (all) => call('changeWidgets', { body: { goal: goalOf(all) } }),
        formOf: (now) => goalFormOf(now.settings.goal),
      });
    await change(store, words.saved);
  };

  return (
    <WidgetCard
      kind="goal"
      title={words.title}
      linkCode={linkCode}
      preview={<GoalBar goal={previewGoal(form, settings.goal, state.goal)} />}
    >
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={words.what}
          maxLength={60}
          placeholder={texts('stream').goalUntitled}
          error={errors.title}
          value={form.title}
          onChange={(event) => edit({ title: event.currentTarget.value })}
        />
        <div className="widget-pair">
          <TextField
            label={words.target}
            className="num"
            inputMode="decimal"
            error={errors.target}
            value={form.target}
            onChange={(event) => edit({ target: event.currentTarget.value })}
          />
          <TextField
            label={words.offset}
            optional
            className="num"
            inputMode="decimal"
            hint={words.offsetHint}
            error={errors.offset}
            value={form.offset}
            onChange={(event) => edit({ offset: event.currentTarget.value })}
          />
        </div>
        <div className="row wrapx">
          <SubmitButton busy={busy} label={words.save} busyLabel={words.saving} className="" />
          <GoalReset />
          <strong className="small muted" role="status">
            {isUnsaved && texts('common').unsaved}
          </strong>
        </div>
        <SolOnly>{texts('widgets').solOnly}</SolOnly>
        <p className="hint">{words.since(formatDate(state.goal.since))}</p>
      </form>
    </WidgetCard>
  );
}

function errorsOf(form: GoalForm): Partial<Record<keyof GoalForm, string>> {
  const read = readGoal(form);
  return 'errors' in read ? read.errors : {};
}
