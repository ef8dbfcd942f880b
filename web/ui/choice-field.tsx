import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

interface ChoiceFieldProps<T extends string | number> {
  label: string;
  hint?: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  /** A choice is on its way: others do nothing until it is through. The focus stays. */
  busy?: boolean;
  onPick: (value: T) => void;
}

/** One of a few, from a list. */
export function ChoiceField<T extends string | number>({
  label,
  hint,
  value,
  choices,
  busy = false,
  onPick,
}: ChoiceFieldProps<T>) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(attributes) => (
        <Select
          {...attributes}
          value={value}
          aria-disabled={busy}
          onChange={(event) => {
            const picked = choices.find((choice) => String(choice.value) === event.currentTarget.value);
            if (picked !== undefined && !busy) onPick(picked.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The numbers from 1 on as choices. */
export function numbersTo(last: number): { value: number; label: string }[] {
  return Array.from({ length: last }, (_, index) => ({ value: index + 1, label: String(index + 1) }));
}
