import { access, constants } from 'node:fs/promises';

/** Whether a program lies there. To look is cheap; each try to start one holds a large server up for milliseconds. */
export async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
