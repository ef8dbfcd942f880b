import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { type Chapter, chapters } from './chapters.ts';

/** To the chapter before and the one after. */
export function ChapterEnds({ chapter }: { chapter: Chapter }) {
  const words = texts('guide');
  const place = chapters.indexOf(chapter);
  const before = chapters[place - 1];
  const after = chapters[place + 1];
  return (
    <nav className="guide-ends" aria-label={words.ends}>
      {before !== undefined && (
        <Link to={`/guide/${before.slug}`} rel="prev">
          <ArrowLeft className="i" />
          <span>
            <span className="micro faint">{words.previous}</span>
            <b>{words.chapters[before.slug].short}</b>
          </span>
        </Link>
      )}
      {after !== undefined && (
        <Link className="after" to={`/guide/${after.slug}`} rel="next">
          <span>
            <span className="micro faint">{words.next}</span>
            <b>{words.chapters[after.slug].short}</b>
          </span>
          <ArrowRight className="i" />
        </Link>
      )}
    </nav>
  );
}
