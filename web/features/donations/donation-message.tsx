import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';

interface DonationMessageProps {
  message: string;
  /** Somebody is to decide about it. */
  isWhole: boolean;
}

/** What a donor wrote: two lines, and all of it at a press, or at once where it is to be whole. */
export function DonationMessage({ message, isWhole }: DonationMessageProps) {
  const [open, setOpen] = useState(false);
  const words = texts('donations').message;
  if (message === '') return <p className="ms faint">-</p>;
  if (isWhole)
    return (
      <p className="ms bidi" dir="auto">
        {message}
      </p>
    );
  return (
    <button
      type="button"
      className="ms"
      aria-expanded={open}
      title={open ? words.less : words.more}
      onClick={() => setOpen(!open)}
    >
      <span className={open ? 'bidi' : 'bidi cl'} dir="auto">
        {message}
      </span>
    </button>
  );
}
