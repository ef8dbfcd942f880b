import { useState } from 'react';
import type { DeskAlert } from '#contract/alerts.ts';
import { MarkedText } from './marked-text.tsx';

/** What a donor wrote: two lines, all of it at a press. Open from the start where words were found in it. */
export function AlertMessage({ alert }: { alert: DeskAlert }) {
  const [open, setOpen] = useState(alert.foundWords.length > 0);
  if (alert.message === '') {
    return <p className="small muted">{alert.mediaUrl === null ? 'No message' : 'A clip without words'}</p>;
  }
  return (
    <button
      type="button"
      className={open ? 'says small muted bidi' : 'says small muted bidi cl'}
      dir="auto"
      aria-expanded={open}
      title={open ? 'Show less' : 'Read all of it'}
      onClick={() => setOpen(!open)}
    >
      <MarkedText text={alert.message} words={alert.foundWords} />
    </button>
  );
}
