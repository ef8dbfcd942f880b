import type { LockedPackage, Manifest } from './lockfile.ts';
import { allowedLicences, readLicences } from './policy.ts';

/** What is wrong with the lockfile: each package's content must be pinned, and none may come from beside the registry. */
export function listLockfileFaults(packages: readonly LockedPackage[]): string[] {
  return packages.flatMap(({ name, integrity, resolved, link }) => [
    ...(integrity?.startsWith('sha512-') === true ? [] : [`${name}: no sha512 of its content`]),
    ...(resolved === undefined ? [] : [`${name}: names where it comes from (${resolved})`]),
    ...(link === true ? [`${name}: is a link`] : []),
  ]);
}

/** Direct dependencies that are not one exact version from the registry. */
export function listRangeFaults({ dependencies, devDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}: ${version} is not one exact version`);
}

/** Packages that would run a program of theirs when they are installed, and about which nothing was decided. */
export function listScriptFaults(packages: readonly LockedPackage[], { allowScripts }: Manifest): string[] {
  const names = new Set(
    packages.filter((locked) => locked.hasInstallScript === true).map(({ name }) => name),
  );
  return [
    ...[...names]
      .filter((name) => !(name in allowScripts))
      .map((name) => `${name}: undecided in allowScripts`),
    ...Object.keys(allowScripts)
      .filter((name) => !names.has(name))
      .map((name) => `${name}: in allowScripts, but has no install script`),
  ];
}

/** Packages under a licence that nobody has looked at, and entries of the list that no package needs. */
export function listLicenceFaults(packages: readonly LockedPackage[]): string[] {
  const names = new Set(packages.map(({ name }) => name));
  return [
    ...packages
      .filter((locked) => !isFine(locked))
      .map(({ name, license }) => `${name}: licence ${license ?? 'unknown'} is not on the list`),
    ...Object.keys(readLicences)
      .filter((name) => !names.has(name))
      .map((name) => `${name}: its licence was read, but it is not installed`),
  ];
}

function isFine({ name, license }: LockedPackage): boolean {
  if (name in readLicences) return true;
  return license !== undefined && choicesOf(license).some((choice) => choice in allowedLicences);
}

/** `(MIT OR CC0-1.0)` leaves the choice; with AND, nothing does. */
function choicesOf(expression: string): string[] {
  return expression.replaceAll(/[()]/g, '').split(' OR ');
}
