import FileText from 'lucide-react/icons/file-text';
import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { chapters } from './chapters.ts';

/** /guide: what there is to read. */
export function GuideOverview() {
  const words = texts('guide');
  useTitle(words.title);
  return (
    <main className="wrap guide-overview" id="main">
      <div className="stack" style={{ '--gap': '16px' }}>
        <h1 className="display">{words.headline}</h1>
        <p className="lead">{words.lead}</p>
        <Link className="btn primary tap" to="/guide/obs">
          {words.start}
        </Link>
      </div>
      <ol className="guide-list">
        {chapters.map(({ slug }, index) => (
          <li key={slug}>
            <Link to={`/guide/${slug}`}>
              <span className="n" aria-hidden="true">
                {index + 1}
              </span>
              <span>
                <b className="h2">{words.chapters[slug].title}</b>
                <span className="muted">{words.chapters[slug].about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <a className="guide-paper" href="/white-paper.pdf" target="_blank" rel="noreferrer">
        <FileText className="i l" />
        <span>
          <b className="h3">{words.whitePaper}</b>
          <span className="muted small">{words.aboutPaper}</span>
        </span>
      </a>
    </main>
  );
}
