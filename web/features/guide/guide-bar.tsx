import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { Wordmark } from '#web/ui/brand.tsx';

/** The top bar of the guide. */
export function GuideBar() {
  const words = texts('guide');
  return (
    <>
      <a className="skip" href="#main">
        {texts('common').skip}
      </a>
      <header className="guide-bar">
        <div className="wrap">
          <Link className="brand" to="/">
            <Wordmark />
          </Link>
          <nav aria-label={words.barLabel}>
            <Link className="link-plain" to="/guide">
              {words.title}
            </Link>
            <a className="link-plain" href="/white-paper.pdf" target="_blank" rel="noreferrer">
              {words.whitePaper}
            </a>
            <Link className="link-plain" to="/app">
              {texts('common').shell.dashboard}
            </Link>
          </nav>
        </div>
      </header>
    </>
  );
}
