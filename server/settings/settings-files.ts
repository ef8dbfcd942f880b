import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findMeantSetting, isSettingName } from './setting-names.ts';

/** A file of settings: its path, and its text. */
export interface SettingsFile {
  path: string;
  text: string;
}

interface Line {
  name: string;
  /** Where it stands, in words. */
  place: string;
  /** What stands behind the `=`; null where it is quoted. */
  bare: string | null;
}

/** One as Node reads it: a quoted value may go over several lines. */
const lines =
  /^[ \t]*(?:export[ \t]+)?(?<name>[^\s=#]+)[ \t]*=(?:[ \t]*(?<quote>["'`])[^]*?\k<quote>|(?<bare>[^\n]*))/gm;
/** The first `#`, where no white space stands before it: as it is written, it belongs to the value. */
const cutValue = /^(?:[^#]*[^\s#])?#/;
/** What people keep beside our settings: for Compose and its images, Node, npm, and the system. */
const notOurs = /^(?:BRAVA_|COMPOSE_|DOCKER_|POSTGRES_|PG[A-Z]|NODE_|npm_|LC_)|^(?:TZ|LANG|PATH)$|_proxy$/i;
const optionOfFile = /^--env-file(?:-if-exists)?(?:=(?<path>.+))?$/;

/**
 * The files that settings come from: `file` in this folder, and those that Node itself was told to read (`--env-file`).
 * Throws what reading one throws.
 */
export function readSettingsFiles(
  file: string,
  nodeOptions: readonly string[] = process.execArgv,
): SettingsFile[] {
  const named = nodeOptions.flatMap((option, index) => {
    const match = optionOfFile.exec(option);
    return match === null ? [] : [match.groups?.['path'] ?? nodeOptions[index + 1] ?? ''];
  });
  const paths = new Set([...named, file].map((path) => resolve(path)));
  return [...paths]
    .filter((path) => existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/**
 * What in these files would be read otherwise than it is written: values of settings that Node cuts at a `#`, and
 * settings whose names have a slip. Sentences; no value is in them.
 */
export function listFileFaults(files: readonly SettingsFile[]): string[] {
  return files.flatMap(readLines).flatMap(({ name, place, bare }) => {
    const isOurs = isSettingName(name);
    const meant = isOurs ? null : findMeantSetting(name);
    return [
      ...(meant === null ? [] : [`${name}: no setting has this name (${place}). Did you mean ${meant}?`]),
      ...(isOurs && bare !== null && cutValue.test(bare)
        ? [
            `${name}: a # begins a comment, so the value would end before it (${place}). Put the value into single quotes, or white space before a comment.`,
          ]
        : []),
    ];
  });
}

/**
 * Names that do nothing, in sentences: in the files those that no setting has, but for what others keep there; in the
 * environment, where anybody's may be, those that one of our longer names was probably meant by.
 */
export function listIgnoredNames(
  files: readonly SettingsFile[] = readSettingsFiles('.env'),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const written = files.flatMap(readLines).filter(({ name }) => !isSettingName(name));
  const fromFiles = new Set(written.map(({ name }) => name));
  const strange = Object.keys(environment).filter(
    (name) => !fromFiles.has(name) && !isSettingName(name) && !notOurs.test(name),
  );
  return [
    ...written
      .filter(({ name }) => !notOurs.test(name))
      .map(({ name, place }) => `No setting is called ${name}, and it does nothing (${place}).`),
    ...strange.flatMap((name) => {
      const meant = findMeantSetting(name);
      // Words like HOST and PORT are near to too many names that others use.
      if (meant === null || !meant.includes('_') || meant[0] !== name[0]) return [];
      return [`No setting is called ${name}, and it does nothing. Did you mean ${meant}?`];
    }),
  ];
}

function readLines({ path, text }: SettingsFile): Line[] {
  return [...text.matchAll(lines)].map(({ index, groups }) => ({
    name: groups?.['name'] ?? '',
    place: `line ${text.slice(0, index).split('\n').length} of ${path}`,
    bare: groups?.['bare'] ?? null,
  }));
}
