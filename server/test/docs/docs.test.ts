import { glob, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operationFindings } from '#contract/admin.ts';
import { composeMessage } from '#server/app/alarms/compose-message.ts';
import { raise } from '#server/domain/alarms/alarm.ts';
import { commands } from '../../../cli/commands.ts';
import { isSettingName } from '#server/settings/setting-names.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A document without its examples, in which a `#` is a comment and a bracket is of the shell. */
async function textOf(file: string): Promise<string> {
  return (await readFile(join(root, file), 'utf8')).replaceAll(/^```[^]*?^```/gm, '');
}

/** How GitHub names the heading in an address. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Why a link or a picture of a document leads nowhere; null where it leads somewhere or out of the repository. */
async function faultOf(file: string, target: string): Promise<string | null> {
  if (/^(?:https?:|mailto:)/.test(target)) return null;
  const [path = '', anchor] = target.split('#');
  const to = path === '' ? file : normalize(join(dirname(file), path));
  if (!existsSync(join(root, to))) return `${file}: there is no ${to}`;
  if (anchor === undefined) return null;
  const headings = [...(await textOf(to)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );
  return headings.includes(anchor) ? null : `${file}: ${to} has no heading ${anchor}`;
}

test('every link and picture of the documents leads to a file, and to a heading of it where it names one', async () => {
  const checked: (string | null)[] = [];
  for await (const file of glob(['*.md', 'docs/**/*.md', 'bench/**/*.md'], { cwd: root }))
    for (const [, link, picture] of (await textOf(file)).matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g))
      checked.push(await faultOf(file, link ?? picture ?? ''));
  expect(checked.length).toBeGreaterThan(150);
  expect(checked.filter((fault) => fault !== null)).toEqual([]);
});

test('every page of docs that code, settings and printed sentences name is there, with the section that they quote', async () => {
  const checked: (string | null)[] = [];
  const places = ['*.yaml', '{bench,cli,deploy,server,web}/**/*.{caddy,conf,service,ts,tsx,yaml}'];
  for await (const file of glob(places, { cwd: root }))
    for (const [, section, page = '', anchor = ''] of (await readFile(join(root, file), 'utf8')).matchAll(
      /(?:["“«]([^"“«”»\n]+)["”»] (?:in|en) )?(?<![\w./])(docs\/[\w/-]+\.md)(#[\w-]+)?/g,
    ))
      checked.push(
        await faultOf(file, `${relative(dirname(file), page)}${section ? `#${anchorOf(section)}` : anchor}`),
      );
  expect(checked.length).toBeGreaterThan(50);
  expect(checked.filter((fault) => fault !== null)).toEqual([]);
});

test.each(operationFindings)(
  'an alarm names the section to which its line in docs/operate/alarms.md leads: %s',
  async (code) => {
    const now = new Date();
    const found = { code, level: 'problem', count: 1, since: now.toISOString(), name: '' } as const;
    const { text } = composeMessage([{ alarm: raise(found, null, now), occasion: 'raised' }], {
      id: 'x',
      now,
      publicUrl: 'https://brava.example',
    });
    const [, page = '', anchor = ''] = /^More: docs\/operate\/([\w.-]+)(#[\w-]+)$/m.exec(text) ?? [];
    const table = await textOf('docs/operate/alarms.md');
    const line = table.split('\n').find((row) => row.startsWith('| `') && row.includes(`\`${code}\``)) ?? '';
    // Of a disk nothing more stands anywhere than in the table itself.
    const target = code === 'disk_low' ? '' : `(${page === 'alarms.md' ? '' : page}${anchor})`;
    expect(anchor).not.toBe('');
    expect(line).not.toBe('');
    expect(line).toContain(target);
  },
);

test('bench/README.md says which figures miss their goal, and names no others', async () => {
  const missed: string[] = [];
  for await (const file of glob('results/*.md', { cwd: join(root, 'bench') }))
    if ((await readFile(join(root, 'bench', file), 'utf8')).includes('**missed**')) missed.push(file);
  const [, sentence = ''] = /^Missed on ([^]*?)\n\n/m.exec(await textOf('bench/README.md')) ?? [];
  const named = [...sentence.matchAll(/\]\((results\/[\w-]+\.md)\)/g)].map(([, file = '']) => file);
  expect(named.toSorted()).toEqual(missed.toSorted());
});

/** What looks like a setting of ours: of Caddy, Compose, systemd, the loader and our tests, and a word to be replaced. */
const notOurs = new Set(['BRAVA_SITE', 'AF_NETLINK', 'TEST_DATABASE_URL', 'ALERT_ID']);

test('every setting, script and command that the documents name is there', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named: string[] = [];
  const missing: string[] = [];
  const look = (isThere: boolean, name: string): void => {
    named.push(name);
    if (!isThere) missing.push(name);
  };
  for await (const file of glob(['*.md', 'docs/{,operate/}*.md', 'bench/*.md'], { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    // `CLIPS_S3_…` stands for several.
    for (const [name] of text.matchAll(/(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?!_…)/g))
      look(isSettingName(name) || notOurs.has(name), `${file}: ${name}`);
    for (const [, name = ''] of text.matchAll(/npm run ([a-z][\w:-]*)/g))
      look(Object.hasOwn(scripts, name), `${file}: npm run ${name}`);
    for (const [, name = ''] of text.matchAll(/npm run brava\s--\s([a-z][a-z-]+)/g))
      look(Object.hasOwn(commands, name), `${file}: brava ${name}`);
  }
  expect(named.length).toBeGreaterThan(200);
  expect(missing).toEqual([]);
});
