import { texts } from '#web/texts/texts.ts';
import { Wordmark } from '#web/ui/brand.tsx';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** An address that leads nowhere. */
export function NotFoundPage() {
  const words = texts('common').notFound;
  useTitle(words.title);
  return (
    <>
      <header className="wrap bar">
        <a className="brand" href="/">
          <Wordmark />
        </a>
      </header>
      <main className="wrap empty" id="main">
        <Levels />
        <h1 className="title">{words.title}</h1>
        <p className="lead">{words.text}</p>
        <a className="btn primary" href="/">
          {words.home}
        </a>
      </main>
    </>
  );
}
