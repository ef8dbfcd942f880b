import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

interface EntryProps {
  id: string;
  head: ReactNode;
  children: ReactNode;
}

/** A call or an event: one line until it is opened, or until somebody comes by its own address. */
export function Entry({ id, head, children }: EntryProps) {
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const here = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (here.current === null || hash !== `#${id}`) return;
    // The element tells of it, as it does when somebody opens it.
    here.current.open = true;
    here.current.scrollIntoView();
  }, [hash, id]);
  return (
    <details
      className="entry"
      id={id}
      ref={here}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {head}
        <ChevronDown className="i s" aria-hidden="true" />
      </summary>
      {isOpen && (
        <div className="stack entry-body">
          {children}
          <a className="link small" href={`#${id}`}>
            Address of this entry
          </a>
        </div>
      )}
    </details>
  );
}
