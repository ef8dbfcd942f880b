import type { RouteReply } from '#contract/routes.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { type ShareLanguage, shareWordsOf } from './share-words.ts';

/** Whose link is told of, and where it stands. */
export interface SharedLink {
  /** What its page shows, and its public code; null for a link that is nobody's, or that could not be looked up. */
  of: { page: RouteReply<'donationPage'>; donationCode: string } | null;
  language: ShareLanguage;
  /** It is opened at a donation's own address, not at that of the form. */
  isDonation: boolean;
  /** The calls with which the page is going to begin. */
  firstCalls: readonly string[];
  /** Origin that people open: previews want whole addresses. */
  publicUrl: string;
}

/**
 * A donor's document with the title, description and picture that previews of its link show (Open Graph, and the one tag
 * that X wants beside it). What the page is going to ask for first is named in it too, so that it does not wait for the
 * script: scripts of its language and its step, and calls. A document that lacks title or description gets what is left.
 */
export function fillDonatePage(html: string, link: SharedLink): string {
  const { of, language, isDonation, firstCalls, publicUrl } = link;
  const { title, description, locale, loading, reload, noScript } = shareWordsOf(of?.page ?? null, language);
  const picture = `${publicUrl}/share/${of === null ? 'brava' : encodeURIComponent(of.donationCode)}/${language}.png`;
  const tags = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Brava'],
    ['property', 'og:locale', locale],
    ['property', 'og:title', of === null ? `${title} – Brava` : title],
    ['property', 'og:description', description],
    ...(of === null ? [] : [['property', 'og:url', `${publicUrl}/donate/${of.donationCode}`]]),
    ['property', 'og:image', picture],
    ['property', 'og:image:type', 'image/png'],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['property', 'og:image:alt', title],
    ['name', 'twitter:card', 'summary_large_image'],
  ];
  const lines = tags.map(
    ([kind, name, content = '']) => `    <meta ${kind}="${name}" content="${escapeHtml(content)}" />\n`,
  );
  for (const call of firstCalls)
    lines.push(`    <link rel="preload" as="fetch" crossorigin href="${call}" />\n`);
  return html
    .replaceAll(/^ *<link data-language="(\w+)".*\n/gm, (tag, named) => (named === language ? tag : ''))
    .replaceAll(/^ *<link (?:data-language="\w+" )?data-step="donation".*\n/gm, (tag) =>
      isDonation ? tag : '',
    )
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('>Loading<', `>${loading}<`)
    .replace(/(<a class="link" href="">)[^<]*/, `$1${reload}`)
    .replace(/(<noscript>\s*<p class="wrap">)[^<]*/, `$1${noScript}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)} – Brava</title>`)
    .replace(
      /<meta name="description" content="[^"]*"/,
      () => `<meta name="description" content="${escapeHtml(description)}"`,
    )
    .replace('</head>', () => `${lines.join('')}  </head>`);
}
