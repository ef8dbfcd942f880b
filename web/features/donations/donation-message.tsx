import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';

/** What a donor wrote: two lines, all of it at a press. */
export function DonationMessage({ message }: { message: string }) {
  const [open, setOpen] = useState(false);
  const words = texts('donations').message;
  if (message === '') return <p className="ms faint">-</p>;
  return (
    <button
      type="button"
      className={open ? 'ms bidi' : 'ms bidi cl'}
      dir="auto"
      aria-expanded={open}
      title={open ? words.less : words.more}
      onClick={() => setOpen(!open)}
    >
      {message}
    </button>
  );
}
