import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs', 'white-paper');

/** Where the parts of the white paper lie. `built` tells what the PDF was made from. */
export const paperFiles = {
  /** Made anew by each build, for looking at it in a browser. */
  assembled: join(tmpdir(), 'brava-white-paper.html'),
  pdf: join(root, 'web', 'public', 'white-paper.pdf'),
  built: join(folder, 'built.json'),
};

const styleSheets = [
  join(root, 'node_modules/@fontsource-variable/archivo/wdth.css'),
  join(root, 'node_modules/@fontsource-variable/jetbrains-mono/wght.css'),
  join(root, 'web/ui/styles/tokens.css'),
  join(folder, 'white-paper.css'),
];

/** The whole paper as one page. Its parts come by their names; `{{name}}` in one stands for `figures/name.svg`. */
export async function assemblePaper(): Promise<string> {
  const names = (await readdir(join(folder, 'parts'))).sort();
  const parts = await Promise.all(names.map((name) => readFile(join(folder, 'parts', name), 'utf8')));
  const figures = await readFigures();
  const body = parts.join('\n').replace(/\{\{([\w-]+)\}\}/g, (_, name: string) => {
    const figure = figures.get(name);
    if (figure === undefined) throw new Error(`The white paper has no figure ${name}.`);
    return figure;
  });
  const links = styleSheets.map((path) => `<link rel="stylesheet" href="${pathToFileURL(path).href}" />`);
  return `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8" />
<title>Brava white paper</title>
<meta name="description" content="How a donation travels, who holds the keys, what is promised and how it is tested." />
${links.join('\n')}
</head>
<body>
${body}
</body>
</html>
`;
}

/** A fingerprint of everything that the paper says and of how it looks. */
export async function sourceDigest(): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const sources = files.filter((file) => /\.(?:html|css|svg)$/.test(file)).sort();
  const hash = createHash('sha256');
  for (const file of sources) hash.update(`${file}\n`).update(await readFile(join(folder, file)));
  return hash.digest('hex');
}

/** SHA-256 in hex. */
export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** How many pages a PDF of Chromium's has: it writes its page objects in the clear. */
export function countPages(pdf: Uint8Array): number {
  return (
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g)?.length ?? 0
  );
}

async function readFigures(): Promise<Map<string, string>> {
  const names = await readdir(join(folder, 'figures'));
  const entries = names.map(async (name): Promise<[string, string]> => [
    name.replace('.svg', ''),
    await readFile(join(folder, 'figures', name), 'utf8'),
  ]);
  return new Map(await Promise.all(entries));
}
