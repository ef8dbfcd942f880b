/** The languages that every text of the web app exists in, each by its own name. */
export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

/** What `Intl` is asked for. The spec fixes US English for the dates of its English texts (§9). */
const locales = { en: 'en-US', es: 'es' } as const satisfies Record<Language, string>;

const cookieName = 'language';
const yearSeconds = 31_536_000;

let current: Language | null = null;

/** The language of this page: chosen by hand, else the first of the browser's that we have, else English. */
export function language(): Language {
  current ??= chosenLanguage() ?? browserLanguage(navigator.languages);
  return current;
}

/** The locale for `Intl` in this page's language. */
export function locale(): string {
  return locales[language()];
}

/** Sets the language where there is no browser to ask: pages that are built beforehand, and tests. */
export function setLanguage(prerendered: Language): void {
  current = prerendered;
}

/** Keeps the choice for a year, in a cookie so that the server can send pre-built pages in it, and reloads the page. */
export function chooseLanguage(chosen: Language): void {
  document.cookie = `${cookieName}=${chosen}; path=/; max-age=${yearSeconds}; samesite=lax`;
  location.reload();
}

/** The first language of a list like the browser's that we have; English if none is. */
function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-', 1)[0];
    if (isLanguage(base)) return base;
  }
  return 'en';
}

function chosenLanguage(): Language | null {
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);
  return isLanguage(value) ? value : null;
}

function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languages, text);
}
