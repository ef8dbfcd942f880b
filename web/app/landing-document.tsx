import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { type LandingNetwork, LandingPage } from '#web/features/landing/landing-page.tsx';
import { type Language, languages, setLanguage } from '#web/texts/language.ts';
import { loadTexts, texts } from '#web/texts/texts.ts';

/** Stands for the address of the social page; the server puts in the one of the installation. */
const socialPlaceholder = 'https://social.invalid/';

/** Stands for the name of the network, likewise. */
const networkPlaceholder = 'network.invalid';

/** One document of the landing page. */
interface LandingDocument {
  /**
   * Beside `index.html`: `landing.en.html`; with `.test` or `.sandbox` behind the language where the money is not real, then
   * with `.social` where there is a link to the social page.
   */
  name: string;
  html: string;
}

/**
 * The landing page in every language, for every kind of money, with and without the link to the social page, made from the
 * built `landing.html`.
 *
 * Throws when the page would need a `style` attribute, which the content security policy refuses.
 */
export async function landingDocuments(template: string): Promise<LandingDocument[]> {
  const documents: LandingDocument[] = [];
  for (const language of Object.keys(languages) as Language[]) {
    setLanguage(language);
    await loadTexts('common', 'landing');
    for (const money of ['real', 'test', 'sandbox'] as const)
      for (const socialUrl of [null, socialPlaceholder]) {
        const name = `landing.${language}${money === 'real' ? '' : `.${money}`}${socialUrl === null ? '' : '.social'}.html`;
        documents.push({
          name,
          html: fill(template, language, { socialUrl, network: { label: networkPlaceholder, money } }),
        });
      }
  }
  return documents;
}

function fill(
  template: string,
  language: Language,
  { socialUrl, network }: { socialUrl: string | null; network: LandingNetwork },
): string {
  const { title, description } = texts('landing');
  const body = renderToString(
    <StrictMode>
      <LandingPage socialUrl={socialUrl} network={network} />
    </StrictMode>,
  );
  if (/ style="/.test(body)) throw new Error('The landing page has a style attribute.');
  const social = socialUrl === null ? '' : ` data-social="${socialUrl}"`;
  const root = `<div id="root" data-network="${network.label}" data-money="${network.money}"${social}>`;
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
