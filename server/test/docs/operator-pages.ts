import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));

/** Everything that operators are told: `docs/operate.md` and the pages that it leads to, one after the other. */
export async function operatorPages(): Promise<string> {
  const pages: string[] = [];
  for await (const file of glob(['operate.md', 'operate/*.md'], { cwd: docs }))
    pages.push(await readFile(`${docs}${file}`, 'utf8'));
  return pages.join('\n');
}
