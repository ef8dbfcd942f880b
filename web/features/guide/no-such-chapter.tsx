import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** An address under /guide that leads nowhere. */
export function NoSuchChapter() {
  const words = texts('guide').missing;
  useTitle(words.title);
  return (
    <main className="wrap empty" id="main">
      <Levels />
      <h1 className="title">{words.title}</h1>
      <p className="lead">{words.text}</p>
      <Link className="btn primary" to="/guide">
        {words.action}
      </Link>
    </main>
  );
}
