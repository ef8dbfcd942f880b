import { type SubmitEvent, useState } from 'react';
import { longestTemplate } from '#contract/post-template.ts';
import { type PostPlace, postSettings } from '#contract/posts.ts';
import { SaveBar } from '#web/features/settings/save-bar.tsx';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { useSavedNow } from '#web/lib/use-saved-now.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { Field, TextField } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toasts.ts';
import { bodyOf, type PlaceValues, valuesOf } from './place-values.ts';
import { PostPreview } from './post-preview.tsx';
import { useStorePlaces } from './use-posts.ts';

/** What is posted to a place and from which amount on, with what it looks like. Saves on its own. */
export function PlaceForm({ place }: { place: PostPlace }) {
  const words = texts('posts').form;
  const { kind } = place;
  const store = useStorePlaces();
  const [values, setValues] = useState(useDraft(`posts-${kind}`, valuesOf(place)));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const saveOverNow = useSavedNow(valuesOf(place), setValues);
  const isUnsaved = useUnsaved(`posts-${kind}`, values, valuesOf(place));

  const save = async (form: HTMLFormElement) => {
    const wrong = fieldErrors(postSettings, bodyOf(values));
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return focusFirstError(form);
    setBusy(true);
    try {
      const stored = await saveOverNow(values, {
        read: () => call('postPlaces'),
        send: (all) => call('changePostPlace', { params: { kind }, body: bodyOf(all) }),
        formOf: ({ data }) => valuesOf(data.find((one) => one.kind === kind) ?? place),
      });
      await store(stored);
      toast.success(words.saved);
    } catch (failure) {
      toast.error(wordsFor(failure, words.failed));
    }
    setBusy(false);
  };
  const change = (changed: Partial<PlaceValues>) => {
    setValues({ ...values, ...changed });
    setErrors({});
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
      <Switch
        label={words.isOn}
        hint={words.isOnHint}
        checked={values.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      <Field label={words.template} hint={words.templateHint} error={errors['template']}>
        {(attributes) => (
          <textarea
            className="input post-template"
            rows={2}
            maxLength={longestTemplate}
            spellCheck={false}
            {...attributes}
            value={values.template}
            onChange={(event) => change({ template: event.currentTarget.value })}
          />
        )}
      </Field>
      <PostPreview template={values.template} />
      <TextField
        label={words.minimum}
        className="num"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        placeholder={words.minimumPlaceholder}
        hint={words.minimumHint}
        error={errors['minimumAmount']}
        value={values.minimumAmount}
        onChange={(event) => change({ minimumAmount: event.currentTarget.value })}
      />
      <SaveBar isUnsaved={isUnsaved} busy={busy} label={words.save} look="outline" note={words.note} />
    </form>
  );
}
