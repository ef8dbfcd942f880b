interface RangeProps {
  label: string;
  /** Whole percent. */
  value: number;
  /** What is spoken for the value. */
  spoken: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** A slider from 0 to 100 in steps of 5 by keyboard and of 1 by hand. */
export function Range({ label, value, spoken, disabled = false, onChange }: RangeProps) {
  const handleKey = (event: React.KeyboardEvent<HTMLInputElement>) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(Math.min(100, Math.max(0, value + step)));
  };
  return (
    <input
      className="range"
      type="range"
      min={0}
      max={100}
      aria-label={label}
      aria-valuetext={spoken}
      value={value}
      disabled={disabled}
      style={{ '--v': `${value}%` }}
      onKeyDown={handleKey}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}

const steps: Record<string, number | undefined> = { ArrowUp: 5, ArrowRight: 5, ArrowDown: -5, ArrowLeft: -5 };
