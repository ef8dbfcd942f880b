import { locale } from './language.ts';

/**
 * Gives a format of `Intl` in the page's locale, made when it is first asked for: to make one takes as long as to write
 * some hundred dates or numbers with it.
 */
export function formatOfLocale<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>();
  return () => {
    const wanted = locale();
    const format = made.get(wanted) ?? make(wanted);
    made.set(wanted, format);
    return format;
  };
}
