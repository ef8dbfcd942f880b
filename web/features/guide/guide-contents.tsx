import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { chapters, type ChapterSlug } from './chapters.ts';

/**
 * The chapters: beside the text on a desktop, behind one button above it on a phone. A new chapter is to get new contents,
 * closed.
 */
export function GuideContents({ current }: { current: ChapterSlug }) {
  const words = texts('guide');
  const [open, setOpen] = useState(false);
  return (
    <nav className="guide-contents" aria-label={words.contents}>
      <button
        type="button"
        className="btn secondary block"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="grow">{words.contents}</span>
        <ChevronDown className="i" />
      </button>
      <ol className={open ? 'is-open' : ''}>
        {chapters.map(({ slug }) => (
          <li key={slug}>
            <Link to={`/guide/${slug}`} aria-current={slug === current ? 'page' : undefined}>
              {slug === current && <Levels heights={['40%', '100%', '65%']} />}
              {words.chapters[slug].short}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
