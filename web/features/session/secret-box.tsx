import { type ReactNode, useId } from 'react';

interface SecretBoxProps {
  heading: string;
  value: string;
  rows: number;
  /** Stands at the left below the secret. */
  note: string;
  /** What can be done with it. */
  actions: ReactNode;
}

/** Something that is shown once and has to be kept: pressed, it is selected whole. */
export function SecretBox({ heading, value, rows, note, actions }: SecretBoxProps) {
  const id = useId();
  return (
    <section className="stack" style={{ '--gap': '8px' }} aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {heading}
      </h2>
      <div className="keybox">
        <textarea
          className={rows === 1 ? 'k input line' : 'k input'}
          readOnly
          rows={rows}
          aria-labelledby={id}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="f">
          <span className="small">{note}</span>
          {actions}
        </div>
      </div>
    </section>
  );
}
