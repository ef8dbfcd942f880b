import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { type Language, languages, setLanguage } from '#web/texts/language.ts';
import { loadTexts, texts } from '#web/texts/texts.ts';

/** Stands for the address of the social page; the server puts in the one of the installation. */
const socialPlaceholder = 'https://social.invalid/';

/** One document of the landing page. */
interface LandingDocument {
  /** Beside `index.html`: `landing.en.html`, and `landing.en.social.html` with the link to the social page. */
  name: string;
  html: string;
}

/**
 * The landing page in every language, with and without the link to the social page, made from the built `landing.html`.
 *
 * Throws when the page would need a `style` attribute, which the content security policy refuses.
 */
export async function landingDocuments(template: string): Promise<LandingDocument[]> {
  const documents: LandingDocument[] = [];
  for (const language of Object.keys(languages) as Language[]) {
    setLanguage(language);
    await loadTexts('common', 'landing');
    documents.push({ name: `landing.${language}.html`, html: fill(template, language, null) });
    documents.push({
      name: `landing.${language}.social.html`,
      html: fill(template, language, socialPlaceholder),
    });
  }
  return documents;
}

function fill(template: string, language: Language, socialUrl: string | null): string {
  const { title, description } = texts('landing');
  const body = renderToString(
    <StrictMode>
      <LandingPage socialUrl={socialUrl} />
    </StrictMode>,
  );
  if (/ style="/.test(body)) throw new Error('The landing page has a style attribute.');
  const root = `<div id="root"${socialUrl === null ? '' : ` data-social="${socialUrl}"`}>`;
  const head = [
    `<title>${escapeHtml(title)} – Brava</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="Brava" />`,
    `<meta property="og:title" content="${escapeHtml(title)}" />`,
    `<meta property="og:description" content="${escapeHtml(description)}" />`,
  ];
  return template
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace('<title>Brava</title>', () => head.join('\n    '))
    .replace('<div id="root">', () => root + body);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
