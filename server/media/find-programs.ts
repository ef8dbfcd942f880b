import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * The programs of that name in the folders of `PATH`, the preferred one first; of an absolute path that one, if it is there.
 * To look is cheap; each try to start a program holds a large server up for milliseconds.
 */
export async function* findPrograms(name: string): AsyncGenerator<string, void> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name));
  for (const path of paths) if (await isExecutable(path)) yield path;
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
