import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const web = new URL('../..', import.meta.url).pathname;
const newer =
  /:has\(|color-mix\(|oklch\(|@container|@starting-style|\d(?:cq[a-z]+|[dsl]v[hwib])\b|[{;]\s*(?:translate|rotate|scale|text-wrap)\s*:|&/;

async function read(path: string): Promise<string> {
  return (await readFile(`${web}${path}`, 'utf8')).replaceAll(/\/\*.*?\*\//gs, '');
}

test('what lies over a stream asks for nothing that Chromium 103 has not, which is inside OBS 29 and 30', async () => {
  const onStream = [
    'ui/alert-card.css',
    'ui/stream-widgets.css',
    ...globSync('overlay/**/*.css', { cwd: web }),
  ];
  expect(onStream.length).toBeGreaterThan(3);
  for (const path of onStream) expect.soft((await read(path)).match(newer)?.[0], path).toBeUndefined();
});

test('a length that an older browser cannot read leaves the one before it', async () => {
  // With a variable in it, a declaration is thrown away too late: then what is inherited holds, not what was said before.
  const lost = /[^;{}]*:[^;{}]*(?:var\([^;{}]*\d(?:cq|[dsl]v[hw])|\d(?:cq|[dsl]v[hw])[^;{}]*var\()[^;{}]*/;
  for (const path of globSync('**/*.css', { cwd: web })) {
    const asked = (await read(path)).replaceAll(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
    expect.soft(asked.match(lost)?.[0].trim(), path).toBeUndefined();
  }
});
