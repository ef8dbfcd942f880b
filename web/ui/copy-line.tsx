import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface CopyLineProps {
  value: string;
  /** What a person reads instead: a shortened address, or one in groups. */
  shown?: ReactNode;
  label: string;
  done: string;
  wraps?: boolean;
  pauses?: boolean;
  children?: ReactNode;
}

/** A read-only value in mono, with copy and further actions at its end. */
export function CopyLine({
  value,
  shown,
  label,
  done,
  wraps = false,
  pauses = false,
  children,
}: CopyLineProps) {
  return (
    <div className="copyline">
      <span className={wraps ? 'value addr' : 'value mono clip small'}>{shown ?? value}</span>
      <span className="acts">
        <CopyButton text={value} done={done} label={label} className="icon" pauses={pauses} />
        {children}
      </span>
    </div>
  );
}
