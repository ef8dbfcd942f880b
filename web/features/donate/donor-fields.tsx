import { donorLimits } from '#contract/donation.ts';
import { donorTextLength } from '#contract/donor-text.ts';
import { texts } from '#web/texts/texts.ts';
import { Field, TextField } from '#web/ui/field.tsx';
import type { DonorWords } from './donor-words.ts';

interface DonorFieldsProps {
  words: DonorWords;
  onWords: (words: DonorWords) => void;
  errors: Partial<Record<keyof DonorWords, string | undefined>>;
}

/** Name and message, both optional. */
export function DonorFields({ words, onWords, errors }: DonorFieldsProps) {
  const { form } = texts('donate');
  return (
    <>
      <TextField
        label={form.name}
        optional
        placeholder={form.anonymous}
        autoComplete="nickname"
        dir="auto"
        error={errors.donatorName}
        value={words.donatorName}
        onChange={(event) => onWords({ ...words, donatorName: event.currentTarget.value })}
      />
      <Field
        label={form.message}
        optional
        error={errors.message}
        counter={
          <span className="count">
            {donorTextLength(words.message)} / {donorLimits.message}
          </span>
        }
      >
        {(attributes) => (
          <textarea
            className="input"
            dir="auto"
            value={words.message}
            onChange={(event) => onWords({ ...words, message: event.currentTarget.value })}
            {...attributes}
          />
        )}
      </Field>
    </>
  );
}
