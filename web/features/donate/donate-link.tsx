import type { MouseEvent, ReactNode } from 'react';
import { go } from '#web/lib/place.ts';

interface DonateLinkProps {
  /** Of this document. */
  to: string;
  className: string;
  onClick?: () => void;
  children: ReactNode;
}

/** A link from one of a donor's pages to another, which loads nothing anew. */
export function DonateLink({ to, className, onClick, children }: DonateLinkProps) {
  const handleClick = (event: MouseEvent) => {
    onClick?.();
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a className={className} href={to} onClick={handleClick}>
      {children}
    </a>
  );
}
