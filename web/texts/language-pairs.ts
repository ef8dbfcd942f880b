import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { flattenTexts, type Leaf } from './flatten-texts.ts';

/** The texts of one file of the dictionary in both languages. */
interface LanguagePair {
  file: string;
  english: Leaf[];
  spanish: Leaf[];
}

/** Every file of the dictionary, side by side, for those who compare. Reads the folders; not for the browser. */
export async function languagePairs(): Promise<LanguagePair[]> {
  const files = await readdir(join(import.meta.dirname, 'en'), { recursive: true });
  const pairs = files
    .filter((file) => file.endsWith('.ts'))
    .map(async (file) => ({ file, english: await read('en', file), spanish: await read('es', file) }));
  return await Promise.all(pairs);
}

async function read(language: 'en' | 'es', file: string): Promise<Leaf[]> {
  const url = pathToFileURL(join(import.meta.dirname, language, file)).href;
  const { texts } = (await import(/* @vite-ignore */ url)) as { texts?: unknown };
  return flattenTexts(texts);
}
