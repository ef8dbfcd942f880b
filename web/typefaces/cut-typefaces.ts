import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { cutSheet } from './cut-sheet.ts';
import { archivo, firstLetters, jetBrainsMono, type Typeface } from './typefaces.ts';

const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url));
/** Where documents find what they ask for beforehand. */
const folder = join(packages, '.cache/typefaces/');
/** The letters that come first, by the environment whose pages they are for. */
const firsts: Record<string, string> = { client: '', landing: firstLetters, donate: firstLetters };

/** What browsers apply unasked, and figures of one width. Without `calt` what is code stands there as it was typed. */
const keepFeatures = ['ccmp', 'liga', 'locl', 'rvrn', 'kern', 'mark', 'mkmk', 'tnum'];
/** The licence and where it stands; the copyright is kept anyway. */
const preserveNameIds = [13, 14];

/**
 * Cuts the typefaces of the documents that people open to the weights and widths in use, and for strangers to the letters that
 * come first: a phone waited longer for a typeface than for anything else. What lies over a stream has them whole: a
 * streamer's own CSS in OBS may ask for any weight.
 */
export function cutTypefaces(): Plugin {
  const typefaces = [archivo, jetBrainsMono];
  return {
    name: 'cut-typefaces',
    apply: 'build',
    applyToEnvironment: ({ name }) => name in firsts,
    // Environments are built one after the other: the first one cuts for all.
    async buildStart() {
      if (this.environment.name === 'client') for (const typeface of typefaces) await cutFiles(typeface);
    },
    load: {
      filter: { id: typefaces.map(({ sheet }) => new RegExp(`/${sheet}$`)) },
      async handler(id) {
        const typeface = typefaces.find(({ sheet }) => id.endsWith(sheet));
        return typeface && (await readSheet(typeface, firsts[this.environment.name])).css;
      },
    },
  };
}

async function readSheet(typeface: Typeface, first = ''): Promise<ReturnType<typeof cutSheet>> {
  return cutSheet(await readFile(join(packages, typeface.sheet), 'utf8'), typeface, { folder, first });
}

const span = ([min, max]: [number, number]) => ({ min, max });

/** Writes the files that a typeface's style sheets name. */
async function cutFiles(typeface: Typeface): Promise<void> {
  const { weights, widths, sheet } = typeface;
  const variationAxes = { wght: span(weights), ...(widths && { wdth: span(widths) }) };
  const cuts = [...(await readSheet(typeface)).cuts, ...(await readSheet(typeface, firstLetters)).cuts];
  await mkdir(folder, { recursive: true });
  for (const { source, name, letters } of new Map(cuts.map((cut) => [cut.name, cut])).values()) {
    const whole = await readFile(join(packages, dirname(sheet), 'files', source));
    const cut = await subsetFont(whole, letters, {
      targetFormat: 'woff2',
      keepAllGlyphs: letters === '',
      variationAxes,
      keepFeatures,
      preserveNameIds,
    });
    // Another build may be reading it.
    const fresh = join(folder, `${name}.${process.pid}`);
    await writeFile(fresh, cut);
    await rename(fresh, join(folder, name));
  }
}
