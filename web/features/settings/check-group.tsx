interface CheckGroupProps<T extends string> {
  legend: string;
  options: readonly T[];
  nameOf: (option: T) => string;
  chosen: readonly T[];
  error: string | undefined;
  /** In the order of the options. */
  onChange: (chosen: T[]) => void;
}

/** A few things to choose one or several of. */
export function CheckGroup<T extends string>({
  legend,
  options,
  nameOf,
  chosen,
  error,
  onChange,
}: CheckGroupProps<T>) {
  const toggle = (option: T) => onChange(options.filter((one) => chosen.includes(one) !== (one === option)));
  return (
    <fieldset className="choice">
      <legend className="flabel">{legend}</legend>
      {options.map((option) => (
        <label className="check" key={option}>
          <input type="checkbox" checked={chosen.includes(option)} onChange={() => toggle(option)} />
          {nameOf(option)}
        </label>
      ))}
      {error !== undefined && (
        <span className="err" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
