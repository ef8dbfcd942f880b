import { afterAll, expect, test } from 'vitest';
import { type Language, setLanguage } from '#web/texts/language.ts';
import { loadTexts, sections, texts } from '#web/texts/texts.ts';
import { chapters } from './chapters.ts';
import { type Block, type Inline, parseGuide } from './guide-markup.ts';

/** Bold words that name nothing of ours: menus of OBS and other programs, networks, and openings of a paragraph. */
const everywhere = ['+', 'Browser', 'Browser Source', 'Web page', 'Solana Devnet', 'Solana Mainnet'];
const outside: Record<Language, string[]> = {
  en: [
    'Tools',
    'WebSocket Server Settings',
    'Enable WebSocket server',
    'Show Connect Info',
    'Docks',
    'Custom Browser Docks',
    'Refresh cache of current page',
    'Tools in the browser',
    'Word lists',
    'Clips',
  ],
  es: [
    'Herramientas',
    'Ajustes del servidor WebSocket',
    'Habilitar servidor WebSocket',
    'Mostrar información de conexión',
    'Navegador',
    'Controlar el audio mediante OBS',
    'Paneles',
    'Paneles de navegador personalizados',
    'Actualizar la caché de la página actual',
    'Programas en el navegador',
    'Listas de palabras',
    'Los clips',
  ],
};

afterAll(() => setLanguage('en'));

test.each(['en', 'es'] as const)(
  'what the guide in %s sets in bold is named so on the page',
  async (language) => {
    setLanguage(language);
    await loadTexts(...sections);
    const chapterSections = chapters.map(({ section }) => section);
    const ours = sections.filter((section) => !chapterSections.some((chapter) => chapter === section));
    const named = new Set([
      ...ours.flatMap((section) => wordsIn(texts(section))),
      ...everywhere,
      ...outside[language],
    ]);
    const bold = chapterSections.flatMap((section) => wordsIn(texts(section))).flatMap(boldIn);
    expect(bold.filter((words) => !named.has(words))).toEqual([]);
  },
);

test.each(['en', 'es'] as const)('the guide in %s explains whatever the lamp may say', async (language) => {
  setLanguage(language);
  await loadTexts('common', 'guideObs');
  const explained = wordsIn(texts('guideObs').test).flatMap(boldIn);
  expect(explained).toEqual(expect.arrayContaining(Object.values(texts('common').lamp)));
});

/** Every string of a part of the dictionary, however deep. */
function wordsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(wordsIn) : [];
}

/** Bold names of a section; what ends in a colon or a stop opens a paragraph, what begins small is stressed. */
function boldIn(body: string): string[] {
  return parseGuide(body)
    .flatMap(runsOf)
    .filter(({ kind }) => kind === 'strong')
    .map(({ text }) => text)
    .filter((text) => !/[:.]$|^\p{Ll}/u.test(text));
}

function runsOf(block: Block): Inline[] {
  if (block.kind === 'steps' || block.kind === 'list') return block.items.flat();
  if (block.kind === 'table') return [block.head, ...block.rows].flat(2);
  return 'words' in block ? block.words : [];
}
