import { useState } from 'react';
import type { DeskAlert } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { MarkedText } from './marked-text.tsx';
import { useIsCut } from './use-is-cut.ts';

/** What a donor wrote: its first lines, all of it at a press. Open from the start where words were found in it. */
export function AlertMessage({ alert }: { alert: DeskAlert }) {
  const [open, setOpen] = useState(alert.foundWords.length > 0);
  const [text, isCut] = useIsCut<HTMLSpanElement>();
  const words = texts('desk').alert;
  if (alert.message === '') {
    return <p className="small muted">{alert.mediaUrl === null ? words.noMessage : words.onlyClip}</p>;
  }
  return (
    <button
      type="button"
      className="says small muted"
      aria-expanded={open}
      title={open ? words.showLess : words.readAll}
      onClick={() => setOpen(!open)}
    >
      <span ref={text} className={open ? 'bidi' : 'bidi cl'} dir="auto">
        <MarkedText text={alert.message} words={alert.foundWords} />
      </span>
      {isCut && <span className="all">{words.readAllShort}</span>}
    </button>
  );
}
