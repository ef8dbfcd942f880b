import { useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  /** A change is on its way: presses do nothing until it is through. The focus stays. */
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, with its name at the left. */
export function Switch({ label, hint, checked, busy = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch">
      <span>
        <span className="flabel" id={`${id}-label`}>
          {label}
        </span>
        {hint !== undefined && (
          <span className="hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        aria-disabled={busy}
        onChange={(event) => {
          if (!busy) onChange(event.currentTarget.checked);
        }}
      />
      <span className="track" aria-hidden="true" />
    </label>
  );
}
