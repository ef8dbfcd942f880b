import { texts } from '#web/texts/texts.ts';
import { Wordmark } from '#web/ui/brand.tsx';
import { LanguageChoice } from '#web/ui/language-choice.tsx';
import { LegalLinks } from '#web/ui/legal-links.tsx';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** An address that leads nowhere. */
export function NotFoundPage() {
  const words = texts('common').notFound;
  useTitle(words.title);
  return (
    <>
      <header className="wrap dtop">
        <a className="brand" href="/">
          <Wordmark />
        </a>
      </header>
      <main className="wrap" id="main">
        <section className="result off center">
          <Levels />
          <h1 className="title">{words.title}</h1>
          <p className="lead">{words.text}</p>
          <a className="btn primary big" href="/">
            {words.home}
          </a>
        </section>
      </main>
      <footer className="wrap">
        <div className="dfoot">
          <LegalLinks />
          <LanguageChoice />
        </div>
      </footer>
    </>
  );
}
