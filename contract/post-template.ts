/** What a template may hold, and what each stands for. */
const postPlaceholders = ['name', 'amount', 'fiat', 'message', 'link'] as const;
type PostPlaceholder = (typeof postPlaceholders)[number];

/** What is put in; an empty text has nothing to say. */
export type PostWords = Record<PostPlaceholder, string>;

/** Where a new place begins: what is not known of a donation is left out with the words around it. */
export const usualTemplate = {
  en: '{name} donated[ {amount}][ ({fiat})][: {message}]',
  es: '{name} donó[ {amount}][ ({fiat})][: {message}]',
} as const;

/** So long a template may be, in characters. */
export const longestTemplate = 300;

const piece = /\[([^[\]]*)\]|([^[\]]+)|[[\]]/g;
const placeholder = /\{(\w+)\}/g;

/**
 * A template with its words put in. What stands in [brackets] is left out where a placeholder in it has nothing to say;
 * outside of them such a placeholder is nothing. Line ends and repeated spaces become one space.
 */
export function fillTemplate(template: string, words: PostWords): string {
  const filled = template.replaceAll(piece, (whole, optional: string | undefined) => {
    if (optional === undefined) return fill(whole, words);
    const isSilent = placeholdersIn(optional).some((name) => isKnown(name) && words[name] === '');
    return isSilent ? '' : fill(optional, words);
  });
  return filled.replaceAll(/\s+/g, ' ').trim();
}

/** Why a template cannot be used; null where it can. */
export function templateFault(template: string): 'unknown' | 'brackets' | 'empty' | null {
  if (placeholdersIn(template).some((name) => !isKnown(name))) return 'unknown';
  if (/[[\]]/.test(template.replaceAll(/\[[^[\]]*\]/g, ''))) return 'brackets';
  const leastSaid = { name: 'Ana', amount: '', fiat: '', message: '', link: '' };
  return fillTemplate(template, leastSaid) === '' ? 'empty' : null;
}

/** Every place is filled at once: what a donor wrote is never read as a template. */
function fill(text: string, words: PostWords): string {
  return text.replaceAll(placeholder, (whole, name: string) => (isKnown(name) ? words[name] : whole));
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name]) => name ?? '');
}

function isKnown(name: string): name is PostPlaceholder {
  return postPlaceholders.some((known) => known === name);
}
