import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';

/** The browser's own list to choose from, looking like the other fields. */
export function Select(attributes: ComponentProps<'select'>) {
  return (
    <span className="with-end">
      <select {...attributes} className="input" />
      <span className="end">
        <ChevronDown className="i s" />
      </span>
    </span>
  );
}
