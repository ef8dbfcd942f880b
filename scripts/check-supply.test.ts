import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { judgeAudit, judgeSignatures } from './supply/ask-registry.ts';
import {
  listLicenceFaults,
  listLockfileFaults,
  listRangeFaults,
  listScriptFaults,
} from './supply/list-faults.ts';
import { type LockedPackage, readLockfile, readManifest } from './supply/lockfile.ts';

const root = new URL('../', import.meta.url);
const good: LockedPackage = {
  place: 'node_modules/a',
  name: 'a',
  version: '1.0.0',
  integrity: 'sha512-x',
  license: 'MIT',
};
const nothing = { dependencies: {}, devDependencies: {}, allowScripts: {} };

const counts = (high: number): string =>
  JSON.stringify({ metadata: { vulnerabilities: { high, critical: 0, total: 3 } } });
/** The packages of a table that say what they are for. */
const listed = (part: string): Set<string> =>
  new Set([...part.matchAll(/^\| `([^`]+)` *\| \S.{4,}/gm)].map(([, name = '']) => name));

describe('what is wrong is named', () => {
  it.each([
    ['a weak sum', { ...good, integrity: 'sha1-x' }],
    ['a place of its own', { ...good, resolved: 'git+ssh://somewhere' }],
    ['a link', { ...good, link: true }],
  ])('a package with %s', (_name, locked) => expect(listLockfileFaults([good, locked])).toHaveLength(1));

  it('a range, an address, a tag', () => {
    const dependencies = { a: '^1.0.0', b: 'git+https://host/b', c: 'latest', d: '1.0.0', e: '1.0.0-beta.1' };
    expect(listRangeFaults({ ...nothing, dependencies })).toHaveLength(3);
  });

  it('an install script that nobody decided on, and a decision about nothing', () => {
    const script = { ...good, hasInstallScript: true };
    expect(listScriptFaults([script], nothing)).toEqual(['a: undecided in allowScripts']);
    expect(listScriptFaults([script], { ...nothing, allowScripts: { a: false } })).toEqual([]);
    expect(listScriptFaults([good], { ...nothing, allowScripts: { a: true } })).toHaveLength(1);
  });

  it('a licence off the list, also one that comes on top of a good one', async () => {
    const all = await readLockfile(root);
    const withLicence = (license: string) => listLicenceFaults([...all, { ...good, license }]);
    expect(withLicence('(MIT OR GPL-3.0-only)')).toEqual([]);
    for (const license of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN x']) {
      expect(withLicence(license)).toHaveLength(1);
    }
  });
});

describe('an answer of the registry', () => {
  it('is clean only when it is one', () => {
    for (const silence of ['', '{"message":"405"}', '<html>', '{}']) {
      expect(judgeAudit(silence).state).toBe('not checked');
      expect(judgeSignatures({ out: silence, code: 0 }).state).toBe('not checked');
    }
    expect([judgeAudit(counts(0)).state, judgeAudit(counts(1)).state]).toEqual(['clean', 'bad']);
    const missing = '{"invalid":[],"missing":[{"name":"a"}]}';
    expect(judgeSignatures({ out: missing, code: 1 }).state).toBe('bad');
    expect(judgeSignatures({ out: '{"invalid":[],"missing":[]}', code: 0 }).state).toBe('clean');
  });
});

it('docs/dependencies.md tells why of every direct dependency, and of no other', async () => {
  const { dependencies, devDependencies } = await readManifest(root);
  const text = await readFile(new URL('docs/dependencies.md', root), 'utf8');
  const [running = '', building = ''] = text.split('## While building and testing');
  expect(listed(running)).toEqual(new Set(Object.keys(dependencies)));
  expect(listed(building)).toEqual(new Set(Object.keys(devDependencies)));
});
