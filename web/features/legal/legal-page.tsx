import './legal.css';
import { Link } from 'react-router';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { Wordmark } from '#web/ui/brand.tsx';
import { LanguageChoice } from '#web/ui/language-choice.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** /privacy */
export function PrivacyPage() {
  return <LegalPage page="privacy" other="terms" />;
}

/** /terms */
export function TermsPage() {
  return <LegalPage page="terms" other="privacy" />;
}

type Page = 'privacy' | 'terms';

/** What holds of the product, part by part, and who runs this server. */
function LegalPage({ page, other }: { page: Page; other: Page }) {
  const words = texts('legal');
  const { title, parts } = words[page];
  useTitle(title);
  return (
    <>
      <a className="skip" href="#main">
        {texts('common').skip}
      </a>
      <header className="wrap legal-top">
        <a className="brand" href="/">
          <Wordmark />
        </a>
        <LanguageChoice />
      </header>
      <main id="main" className="wrap legal">
        <h1 className="title">{title}</h1>
        <p className="lead">{words.lead}</p>
        {parts.map(({ heading, lines }) => (
          <section key={heading} aria-label={heading}>
            <h2 className="h2">{heading}</h2>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ))}
        <Operator />
        <p>
          <Link className="link" to={`/${other}`}>
            {words.other[other]}
          </Link>
        </p>
      </main>
    </>
  );
}

function Operator() {
  const words = texts('legal').operator;
  const { operator } = useConfig();
  const { name, contact } = operator;
  return (
    <section aria-labelledby="operator">
      <h2 className="h2" id="operator">
        {words.heading}
      </h2>
      {name !== null && <p>{words.name(name)}</p>}
      <p>{contact === null ? words.none : words.contact(contact)}</p>
    </section>
  );
}
