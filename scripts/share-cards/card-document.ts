import { readFile } from 'node:fs/promises';
import { cardColors } from '#server/http/share/share-palette.ts';
import { barWidth, crowdPaths } from '#web/features/landing/crowd-bars.ts';

const { ground, text, quietText, accent, onAccent } = cardColors;

/** Words of a card: above and below the place of the name, or, for one without a name, all of it. */
interface CardWords {
  above: string;
  below: string;
  title?: string;
}

/** Every card by the name of its file. */
export const cards: Record<string, CardWords> = {
  'support-en': { above: 'Support', below: 'Send a Solana donation' },
  'support-es': { above: 'Apoya a', below: 'Envía una donación en Solana' },
  'brand-en': { above: '', title: 'Solana donations<br>on stream', below: '' },
  'brand-es': { above: '', title: 'Donaciones en Solana<br>para tu directo', below: '' },
};

/** The document of a card of 1200 × 630, with the product's own typeface and mark. */
export async function cardDocument({ above, below, title = '' }: CardWords): Promise<string> {
  const mark = await readFile(
    new URL('../../docs/white-paper/figures/wordmark.svg', import.meta.url),
    'utf8',
  );
  const { quiet, loud } = crowdPaths(0.66);
  const bars = [
    `<path d="${quiet}" stroke="${accent}" opacity=".28"/>`,
    ...loud.map(({ opacity, path }) => `<path d="${path}" stroke="${accent}" opacity="${opacity}"/>`),
  ];
  return `<!doctype html><style>${await typeface()}
    body { margin: 0; width: 1200px; height: 630px; background: ${ground}; color: ${text}; overflow: hidden;
      font-family: Archivo; position: relative; }
    body > * { position: absolute; left: 80px; margin: 0; }
    .mark { top: 72px; height: 56px; color: ${text}; } .mark svg { height: 56px; }
    .mark .b { fill: ${accent}; } .mark .m { fill: ${onAccent}; }
    .above { top: 204px; font: 600 48px/1 Archivo; font-stretch: 112%; color: ${quietText}; }
    .below { top: 436px; font: 400 34px/1 Archivo; color: ${quietText}; }
    .title { top: 208px; font: 800 78px/1.1 Archivo; font-stretch: 125%; letter-spacing: -0.028em;
      white-space: nowrap; }
    .crowd { left: 0; bottom: 0; width: 1200px; height: 100px; }
    </style><div class="mark">${mark}</div><p class="above">${above}</p><p class="below">${below}</p>
    <p class="title">${title}</p>
    <svg class="crowd" viewBox="0 0 1440 100" preserveAspectRatio="none" fill="none" stroke-linecap="round"
      stroke-width="${barWidth}">${bars.join('')}</svg>`;
}

/** The typeface as a rule that holds the file itself: the document is opened from nowhere. */
export async function typeface(): Promise<string> {
  const file = await readFile(
    new URL(
      '../../node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
      import.meta.url,
    ),
  );
  return `@font-face { font-family: Archivo; font-weight: 100 900; font-stretch: 62% 125%;
    src: url(data:font/woff2;base64,${file.toString('base64')}); }`;
}
