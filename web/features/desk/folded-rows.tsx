import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import type { ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';

/** How many rows of a list are always there: whole lines where they stand side by side, in twos or threes. */
const firstRows = 6;

export interface FoldedRowsProps {
  rows: readonly ReactNode[];
  /** Only the first rows are there. */
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
}

/**
 * The rows of a list, of a long one the first alone until it is unfolded.
 *
 * What unfolds it stands below its first rows and stays there: neither a press of it nor what comes behind them moves it, and
 * what it brings follows it. In the same list, so that a row which comes up keeps what is opened in it.
 */
export function FoldedRows({ rows, isFolded, onFold }: FoldedRowsProps) {
  const more = rows.slice(firstRows);
  const fold = more.length > 0 && <Fold key="fold" isFolded={isFolded} count={more.length} onFold={onFold} />;
  return <ul>{[...rows.slice(0, firstRows), fold, ...(isFolded ? [] : more)]}</ul>;
}

interface FoldProps extends Pick<FoldedRowsProps, 'isFolded' | 'onFold'> {
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
