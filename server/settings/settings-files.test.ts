import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environmentSchema } from './environment-schema.ts';
import { findMeantSetting } from './setting-names.ts';
import { listFileFaults, listIgnoredNames, readSettingsFiles } from './settings-files.ts';

const faultsOf = (text: string) => listFileFaults([{ path: '/srv/.env', text }]);
const ignoredIn = (text: string, environment = {}) =>
  listIgnoredNames([{ path: '/srv/.env', text }], environment);

describe('files of settings', () => {
  test.each([
    'SEED_PASSPHRASE=longpass#word1',
    'SEED_PASSPHRASE=#word1',
    'SEED_PASSPHRASE = longpass#word1 # mine',
    'export SEED_PASSPHRASE=longpass#word1\r',
    'SEED_PASSPHRASE="longpass#word1',
  ])('a value that would be cut at a # is refused with name and line, and not repeated: %s', (line) => {
    const faults = faultsOf(`# as agreed\nMASTER_SEED='a\nb'\n${line}\nPORT=3000`);
    expect(faults).toEqual([expect.stringMatching(/^SEED_PASSPHRASE: a # begins .*line 4 of \/srv\/\.env/)]);
    expect(faults[0]).toContain('single quotes');
    expect(faults[0]).not.toMatch(/longpass|word1/);
  });

  test.each([
    "SEED_PASSPHRASE='longpass#word1'",
    'SEED_PASSPHRASE="longpass#word1" # mine',
    'SEED_PASSPHRASE=`long\npass#word1`',
    'SEED_PASSPHRASE=longpass # word1#2',
    'SEED_PASSPHRASE= # none',
    '#SEED_PASSPHRASE=longpass#word1',
  ])('a # in quotes or behind white space is none of that: %s', (line) => {
    expect(faultsOf(line)).toEqual([]);
  });

  test('whatever is written unquoted, either Node reads all of it, or it is refused, or a comment is set off', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '#', ' ', '=', '$', '\\'), maxLength: 12 });
    fc.assert(
      fc.property(text, (value) => {
        const read = parseEnv(`SEED_PASSPHRASE=${value}`)['SEED_PASSPHRASE'];
        const isWhole = read === value.trim();
        const isRefused = faultsOf(`SEED_PASSPHRASE=${value}`).length > 0;
        expect(isWhole || isRefused || /^[^#]*\s#/.test(value)).toBe(true);
        expect(isWhole && isRefused).toBe(false);
      }),
    );
  });

  test.each([
    ['ALARM_WEBHOK_URL', 'ALARM_WEBHOOK_URL'],
    ['BACKUP_DRI', 'BACKUP_DIR'],
    ['SEED_PASSPHRAS', 'SEED_PASSPHRASE'],
    ['SEED_PASPHRASE_FILE', 'SEED_PASSPHRASE_FILE'],
    ['PROT', 'PORT'],
    ['log_level', 'LOG_LEVEL'],
  ])('a name with a slip is refused, with the one that was meant: %s', (written, meant) => {
    expect(faultsOf(`\n${written}=x`)).toEqual([
      `${written}: no setting has this name (line 2 of /srv/.env). Did you mean ${meant}?`,
    ]);
  });

  test('every setting may stand there, also as a file where it is a secret', () => {
    const names = [...Object.keys(environmentSchema.shape), 'SEED_PASSPHRASE_FILE'];
    const text = names.map((name) => `${name}=x`).join('\n');
    expect([faultsOf(text), ignoredIn(text)]).toEqual([[], []]);
  });

  test('a name far from every setting is said and stops nothing, what is kept for others is not said', () => {
    const text =
      'BRAVA_SITE=brava.example\nCOMPOSE_PROJECT_NAME=b\nPOSTGRES_USER=b\nTZ=UTC\nNODE_EXTRA_CA_CERTS=a';
    expect([faultsOf(text), ignoredIn(text)]).toEqual([[], []]);
    expect(faultsOf('BACKUP_KEEP_YEARLY=3\nPOSTGRES_PASSWORD=a#b')).toEqual([]);
    expect(ignoredIn('BACKUP_KEEP_YEARLY=3', { BACKUP_KEEP_YEARLY: '3' })).toEqual([
      'No setting is called BACKUP_KEEP_YEARLY, and it does nothing (line 1 of /srv/.env).',
    ]);
  });

  test('of the environment only what is near to a longer name of ours is said', () => {
    expect(ignoredIn('', { ALARM_WEBHOK_URL: 'x', SEED_PASSPHRAS: 'x', DATA_DIR: 'x' })).toEqual([
      'No setting is called ALARM_WEBHOK_URL, and it does nothing. Did you mean ALARM_WEBHOOK_URL?',
      'No setting is called SEED_PASSPHRAS, and it does nothing. Did you mean SEED_PASSPHRASE?',
    ]);
    const usual =
      'HOME USER HOSTNAME SHELL POST HOSTS PGDATA PGPORT PGHOST PG_DATA_DIR XDG_DATA_DIRS POSTGRES_USER npm_config_port ' +
      'NODE_OPTIONS LOGNAME SMTP_HOST SMTP_PORT SMTP_USER DATABASE_NAME BRAVA_SERVICE_PORT TZ http_proxy METRICS PUBLIC_KEY';
    const environment = Object.fromEntries(
      [...usual.split(' '), ...Object.keys(process.env)].map((name) => [name, 'x']),
    );
    expect(ignoredIn('', environment)).toEqual([]);
  });

  test('no setting is taken for a slip of another one that is left out', () => {
    for (const name of Object.keys(environmentSchema.shape)) expect(findMeantSetting(name)).toBe(name);
  });

  test('what Node itself was told to read is looked at as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brava-settings-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [own, told] = [join(folder, '.env'), join(folder, 'brava.env')];
    await writeFile(told, 'SMTP_URL=smtps://u:a#b@mail.example');
    for (const options of [[`--env-file=${told}`], ['--env-file', told], [`--env-file-if-exists=${told}`]])
      expect(listFileFaults(readSettingsFiles(own, ['--no-warnings', ...options]))).toEqual([
        expect.stringContaining(`line 1 of ${told}`),
      ]);
    await writeFile(own, 'PORT=1');
    const paths = readSettingsFiles(own, [`--env-file-if-exists=${own}`]).map(({ path }) => path);
    expect(paths).toEqual([own]);
  });
});
