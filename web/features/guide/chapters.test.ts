import { describe, expect, test } from 'vitest';
import { loadTexts, texts } from '#web/texts/texts.ts';
import { anchorOf, chapters } from './chapters.ts';
import { type Block, type Inline, parseGuide } from './guide-markup.ts';
import sizes from './pictures/sizes.json' with { type: 'json' };

const figures = ['obs-fields', 'money-path', 'key-tree'];
const spanish: Record<string, () => Promise<{ texts: object }>> = {
  obs: () => import('#web/texts/es/guide/obs.ts'),
  'other-tools': () => import('#web/texts/es/guide/other-tools.ts'),
  'donation-link': () => import('#web/texts/es/guide/donation-link.ts'),
  alerts: () => import('#web/texts/es/guide/alerts.ts'),
  widgets: () => import('#web/texts/es/guide/widgets.ts'),
  paying: () => import('#web/texts/es/guide/paying.ts'),
  'money-and-keys': () => import('#web/texts/es/guide/money-and-keys.ts'),
  webhooks: () => import('#web/texts/es/guide/webhooks.ts'),
  troubleshooting: () => import('#web/texts/es/guide/troubleshooting.ts'),
};
type Sections = Record<string, { title: string; body: string }>;

await loadTexts(...chapters.map(({ section }) => section));
const anchors = new Map<string, string[]>(
  chapters.map(({ slug, section }) => [slug, Object.keys(texts(section)).map(anchorOf)]),
);

describe.each([...chapters])('chapter $slug', ({ slug, section }) => {
  const sections: Sections = texts(section);

  test('says the same in both languages, block by block', async () => {
    const translated = (await spanish[slug]?.())?.texts as Sections;
    expect(Object.keys(translated)).toEqual(Object.keys(sections));
    for (const [key, { body }] of Object.entries(sections))
      expect(parseGuide(translated[key]?.body ?? '').map(shapeOf), key).toEqual(
        parseGuide(body).map(shapeOf),
      );
  });

  test('has a cell for each column in every row of a table', () => {
    const uneven = blocksOf(sections).flatMap((block) =>
      block.kind === 'table' ? block.rows.filter((cells) => cells.length !== block.head.length) : [],
    );
    expect(uneven).toEqual([]);
  });

  test('shows only pictures and figures that exist', () => {
    const unknown = blocksOf(sections).filter((block) => {
      if (block.kind === 'picture') return !Object.hasOwn(sizes, `${block.name}-en`);
      return block.kind === 'figure' && !figures.includes(block.name);
    });
    expect(unknown).toEqual([]);
  });

  test('leads only to sections and pages that exist', () => {
    const links = blocksOf(sections).flatMap(wordsOf).filter(isLink);
    expect(links.map(({ href }) => href).filter((href) => !leadsSomewhere(href, slug))).toEqual([]);
  });
});

const pages = ['/app', '/api/docs', 'https://faucet.solana.com', 'https://www.standardwebhooks.com'];

function leadsSomewhere(href: string, slug: string): boolean {
  const [path = '', anchor] = href.split('#');
  if (pages.includes(href)) return true;
  const sections = anchors.get(path === '' ? slug : path.replace('/guide/', ''));
  return sections !== undefined && (anchor === undefined || sections.includes(anchor));
}

function blocksOf(sections: Sections): Block[] {
  return Object.values(sections).flatMap(({ body }) => parseGuide(body));
}

/** What must not differ between languages. */
function shapeOf(block: Block): unknown {
  const links = wordsOf(block)
    .filter(isLink)
    .map(({ href }) => href);
  if (block.kind === 'steps' || block.kind === 'list') return [block.kind, block.items.length, links];
  if (block.kind === 'table') return [block.kind, block.rows.map((cells) => cells.length), links];
  if (block.kind === 'picture' || block.kind === 'figure') return [block.kind, block.name];
  return block.kind === 'code' ? block : [block.kind, links];
}

function wordsOf(block: Block): Inline[] {
  if (block.kind === 'steps' || block.kind === 'list') return block.items.flat();
  if (block.kind === 'table') return [block.head, ...block.rows].flat(2);
  return 'words' in block ? block.words : [];
}

function isLink(run: Inline): run is Extract<Inline, { kind: 'link' }> {
  return run.kind === 'link';
}
