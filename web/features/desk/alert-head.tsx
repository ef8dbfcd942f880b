import type { ReactNode } from 'react';
import type { DeskAlert } from '#contract/alerts.ts';
import { locale } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { sumText } from '#web/ui/amount.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { fiatText } from '#web/ui/fiat-text.ts';
import { MarkedText } from './marked-text.tsx';
import { unmarkedWords } from './marked-words.ts';

interface AlertHeadProps {
  alert: DeskAlert;
  /** When it was or for how long it still is on stream. */
  time?: string;
  /** Further words about it. */
  tags?: readonly string[];
  children?: ReactNode;
}

/**
 * Who gave how much, with something at the right. Amounts that are hidden from a moderator leave no gap.
 * Found words that cannot be marked in the text are named here.
 */
export function AlertHead({ alert, time, tags = [], children }: AlertHeadProps) {
  const { alert: words, acts } = texts('desk');
  const kind = words.kinds[alert.kind];
  const name = donorNameOf(alert);
  const unmarked = unmarkedWords([alert.donatorName, alert.message], alert.foundWords);
  return (
    <div className="row alert-head" style={{ '--gap': '10px' }}>
      <Avatar name={name} small />
      <div className="grow">
        <div className="clip name" dir="auto" title={name}>
          <MarkedText text={name} words={alert.foundWords} />
        </div>
        <div className="micro num">
          {alert.amount !== null && (
            <span className="sum">{sumText({ amount: alert.amount, token: alert.token })}</span>
          )}
          <span className="tags">
            {time !== undefined && <span className="figure faint">{time}</span>}
            {alert.fiat != null && <span className="tag figure">{fiatText(alert.fiat, locale())}</span>}
            {alert.isReleased === true && <span className="tag">{words.goesNext}</span>}
            {kind !== null && <span className="tag">{kind}</span>}
            {(alert.hidesName || alert.hidesAmount) && (
              <span className="tag">{words.hidden(alert.hidesName, alert.hidesAmount)}</span>
            )}
            {alert.isMasked && (
              <span className="tag">{alert.foundWords.length > 0 ? words.masked : acts.textHidden}</span>
            )}
            {tags.map((tag) => (
              <span className="tag" key={tag}>
                {tag}
              </span>
            ))}
            {unmarked.length > 0 && <span className="tag">{words.found(unmarked.join(', '))}</span>}
          </span>
        </div>
      </div>
      {children}
    </div>
  );
}
