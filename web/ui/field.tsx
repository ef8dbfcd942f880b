import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { texts } from '#web/texts/texts.ts';

interface FieldProps {
  label: string;
  optional?: boolean;
  hint?: string;
  /** Replaces the hint. */
  error?: string | undefined;
  /** Stands at the right below the field. */
  counter?: ReactNode;
  children: (field: FieldAttributes) => ReactNode;
}

interface FieldAttributes {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Label above, hint or error below, tied together for screen readers. */
export function Field({ label, optional = false, hint, error, counter, children }: FieldProps) {
  const id = useId();
  const below = `${id}-below`;
  const described = error !== undefined || hint !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="opt"> {texts('common').optional}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': described ? below : undefined,
      })}
      {described && (
        <span className="row between" id={below}>
          {error === undefined ? <span className="hint">{hint}</span> : <ErrorText text={error} />}
          {counter}
        </span>
      )}
      {!described && counter !== undefined && <span className="row counter-row">{counter}</span>}
    </div>
  );
}

function ErrorText({ text }: { text: string }) {
  return (
    <span className="err" role="alert">
      <TriangleAlert className="i s" />
      {text}
    </span>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> & ComponentProps<'input'>;

/** A one-line text field. */
export function TextField({ label, optional, hint, error, counter, className, ...input }: TextFieldProps) {
  const field = { label, ...(optional && { optional }), ...(hint !== undefined && { hint }), error, counter };
  return (
    <Field {...field}>
      {(attributes) => <input className={`input ${className ?? ''}`} {...attributes} {...input} />}
    </Field>
  );
}
