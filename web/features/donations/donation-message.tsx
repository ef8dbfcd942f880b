import { useState } from 'react';

/** What a donor wrote: two lines, all of it at a press. */
export function DonationMessage({ message }: { message: string }) {
  const [open, setOpen] = useState(false);
  if (message === '') return <p className="ms faint">-</p>;
  return (
    <button
      type="button"
      className={open ? 'ms bidi' : 'ms bidi cl'}
      dir="auto"
      aria-expanded={open}
      title={open ? 'Show less' : 'Read all of it'}
      onClick={() => setOpen(!open)}
    >
      {message}
    </button>
  );
}
