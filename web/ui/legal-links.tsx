import { texts } from '#web/texts/texts.ts';

/** The way to the pages on privacy and terms, for the foot of a page. They open beside it: nothing typed is lost. */
export function LegalLinks() {
  const words = texts('common').legal;
  return (
    <nav className="legal-links small" aria-label={words.label}>
      <a className="link-plain" href="/privacy" target="_blank" rel="noopener">
        {words.privacy}
      </a>
      <a className="link-plain" href="/terms" target="_blank" rel="noopener">
        {words.terms}
      </a>
    </nav>
  );
}
