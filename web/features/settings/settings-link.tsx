import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface SettingsLinkProps {
  /** The heading's id, which other pages lead to. */
  id: string;
  to: string;
  words: { heading: string; lead: string; open: string };
  /** Stands beside the button. */
  beside?: ReactNode;
  /** What needs attention behind the link. */
  children?: ReactNode;
}

/** A card of the settings that leads to a page of its own. */
export function SettingsLink({ id, to, words, beside, children }: SettingsLinkProps) {
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 className="h2" id={id}>
        {words.heading}
      </h2>
      <p className="muted small">{words.lead}</p>
      {children}
      <div className="row wrapx">
        <Link className="btn small secondary" to={to}>
          {words.open}
        </Link>
        {beside}
      </div>
    </section>
  );
}
