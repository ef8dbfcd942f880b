import { execFile, spawnSync } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What `curl` is called with where somebody types `press` with these words, an argument a line. */
async function press(shell: string, ...words: string[]): Promise<string[]> {
  const guide = await readFile(`${root}docs/alert-controls.md`, 'utf8');
  const [definition = ''] = /^press\(\) \{[^]*?; \}$/m.exec(guide) ?? [];
  const script = `curl() { printf '%s\\n' "$@"; }\nBRAVA=https://b.example TOKEN=t\n${definition}\npress "$@"`;
  const { stdout } = await run(shell, ['-c', script, shell, ...words]);
  return stdout.trimEnd().split('\n');
}

for (const shell of ['sh', 'bash', 'zsh'])
  test.skipIf(spawnSync(shell, ['-c', ':']).status !== 0)(
    `what docs/alert-controls.md has one press sends its body whole, and none where there is none: ${shell}`,
    async () => {
      const body = '{"alertId": "a b"}';
      const bare = [
        '-sS',
        '-X',
        'POST',
        'https://b.example/api/alerts/skip',
        '-H',
        'Authorization: Bearer t',
      ];
      expect(await press(shell, 'POST', '/skip')).toEqual(bare);
      expect(await press(shell, 'POST', '/skip', body)).toEqual([
        ...bare,
        '-H',
        'Content-Type: application/json',
        '-d',
        body,
      ]);
    },
  );

test('no shell of the docs leaves several words in one unquoted expansion: zsh does not split them', async () => {
  const found: string[] = [];
  for await (const file of glob(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: root }))
    for (const [expansion] of (await readFile(`${root}${file}`, 'utf8')).matchAll(
      /(?<!")\$\{\w+:?[+-](?:'[^']*'|"[^"]*"|[^'"}\s])*\s[^}]*\}/g,
    ))
      found.push(`${file}: ${expansion}`);
  expect(found).toEqual([]);
});
