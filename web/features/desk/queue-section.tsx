import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { type ReactNode, useId } from 'react';
import type { DeskAlert } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';

/** How many rows of a list are always there: whole lines where they stand side by side, in twos or threes. */
const firstRows = 6;

interface QueueSectionProps {
  title: string;
  /** Of all of them; the list may be shorter. */
  count: number;
  /** Of those that wait without a row. */
  countWithoutRow: number;
  alerts: readonly DeskAlert[];
  /** Only the first rows are there. */
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  className?: string;
  /** What can be done with all of them. */
  acts?: ReactNode;
  /** Stands above them. */
  notice?: ReactNode;
  renderRow: (alert: DeskAlert) => ReactNode;
}

/**
 * A list of alerts under its name and number. Nothing at all where it is empty.
 *
 * What unfolds a long one stands below its first rows and stays there: neither a press of it nor what comes behind them
 * moves it, and what it brings follows it. In the same list, so that a row which comes up keeps what is opened in it.
 */
export function QueueSection(props: QueueSectionProps) {
  const { title, count, countWithoutRow, alerts, className = '', acts, notice, renderRow } = props;
  const { isFolded, onFold } = props;
  const heading = useId();
  if (alerts.length === 0) return null;
  const rows = alerts.map(renderRow);
  const more = rows.slice(firstRows);
  const fold = more.length > 0 && <Fold key="fold" isFolded={isFolded} count={more.length} onFold={onFold} />;
  return (
    <section className={`qsec ${className}`} aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        <span>{title}</span>
        <span className="num">{count}</span>
      </h2>
      {acts}
      {notice}
      <ul>{[...rows.slice(0, firstRows), fold, ...(isFolded ? [] : more)]}</ul>
      {countWithoutRow > 0 && (
        <p className="micro faint more-wait">{texts('desk').lists.more(countWithoutRow)}</p>
      )}
    </section>
  );
}

interface FoldProps extends Pick<QueueSectionProps, 'isFolded' | 'onFold'> {
  count: number;
}

function Fold({ isFolded, count, onFold }: FoldProps) {
  const words = texts('desk').lists;
  const Icon = isFolded ? ChevronDown : ChevronUp;
  return (
    <li className="fold">
      <button
        type="button"
        className="btn small quiet block"
        aria-expanded={!isFolded}
        onClick={() => onFold(!isFolded)}
      >
        <Icon className="i s" />
        {isFolded ? words.showMore(count) : words.showFewer}
      </button>
    </li>
  );
}
