import { expect, it } from 'vitest';
import { formatOfLocale } from './format-of-locale.ts';
import { setLanguage } from './language.ts';

it('a format is made once, and is that of the page’s language', () => {
  const made: string[] = [];
  const numbers = formatOfLocale((locale) => {
    made.push(locale);
    return new Intl.NumberFormat(locale);
  });
  const write = () => numbers().format(12_345.5);
  setLanguage('es');
  expect([write(), write()]).toEqual(['12.345,5', '12.345,5']);
  setLanguage('en');
  expect([write(), write()]).toEqual(['12,345.5', '12,345.5']);
  expect(made).toEqual(['es', 'en-US']);
});
