import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTitle } from '#web/ui/use-title.ts';

interface SubpageHeadProps {
  words: { back: string; title: string; lead: string; guide: string };
  /** Where the guide tells of it. */
  guide: string;
  /** What can be added here. */
  children?: ReactNode;
}

/** The head of a page that the settings lead to. */
export function SubpageHead({ words, guide, children }: SubpageHeadProps) {
  useTitle(words.title);
  return (
    <div className="pagehead">
      <div>
        <Link className="link small back" to="/app/settings">
          <ChevronLeft className="i s" />
          {words.back}
        </Link>
        <h1 className="title">{words.title}</h1>
        <p className="muted">
          {words.lead}{' '}
          <Link className="link" to={guide}>
            {words.guide}
          </Link>
        </p>
      </div>
      {children}
    </div>
  );
}
