import { type ReactNode, useId } from 'react';
import type { DeskAlert } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { FoldedRows, type FoldedRowsProps } from './folded-rows.tsx';

interface QueueSectionProps extends Pick<FoldedRowsProps, 'isFolded' | 'onFold'> {
  title: string;
  /** Of all of them; the list may be shorter. */
  count: number;
  /** Of those that wait without a row. */
  countWithoutRow: number;
  alerts: readonly DeskAlert[];
  className?: string;
  /** What can be done with all of them. */
  acts?: ReactNode;
  /** Stands above them. */
  notice?: ReactNode;
  renderRow: (alert: DeskAlert) => ReactNode;
}

/** A list of alerts under its name and number. Nothing at all where it is empty. */
export function QueueSection(props: QueueSectionProps) {
  const { title, count, countWithoutRow, alerts, className = '', acts, notice, renderRow } = props;
  const { isFolded, onFold } = props;
  const heading = useId();
  if (alerts.length === 0) return null;
  return (
    <section className={`qsec ${className}`} aria-labelledby={heading}>
      <div className="qhead">
        <h2 id={heading} tabIndex={-1}>
          <span>{title}</span>
          <span className="num">{count}</span>
        </h2>
        {acts}
      </div>
      {notice}
      <FoldedRows rows={alerts.map(renderRow)} isFolded={isFolded} onFold={onFold} />
      {countWithoutRow > 0 && (
        <p className="micro faint more-wait">{texts('desk').lists.more(countWithoutRow)}</p>
      )}
    </section>
  );
}
