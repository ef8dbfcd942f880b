import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { ReplaceWidgetLink } from '#web/ui/replace-widget-link.tsx';

/** Gives the widget a new secret link, and shows it then. */
export function WidgetLink() {
  const words = texts('settings').overlay;
  const [newCode, setNewCode] = useState<string | null>(null);
  return (
    <div className="stack" style={{ '--gap': '12px' }}>
      <div className="row between wrapx">
        <div className="grow">
          <p className="flabel">{words.link}</p>
          <p className="hint">{words.linkHint}</p>
        </div>
        <ReplaceWidgetLink look="secondary" onReplaced={setNewCode} />
      </div>
      {newCode !== null && (
        <div className="field">
          <span className="flabel">{words.newLink}</span>
          <CopyLine
            value={`${location.origin}/widget/${newCode}`}
            label={words.copyLink}
            done={words.linkCopied}
          />
        </div>
      )}
    </div>
  );
}
