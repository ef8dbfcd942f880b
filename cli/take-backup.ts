import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { isBackupName } from '#server/app/backups/backup-name.ts';
import { openBackupPlace } from '#server/backups/backup-place.ts';
import { usualReserveBytes } from '#server/backups/keep-room.ts';
import { checkFolderOf } from '#server/composition/open-backups.ts';
import type { CommandContext } from './command.ts';
import { Refusal } from './refusal.ts';

/**
 * A back-up as a file of this machine, until `release`: the path that was given, or one by its name from the place of the
 * server's back-ups, wherever that is. Throws `Refusal` when there is none.
 */
export async function takeBackup(
  { config, terminal }: CommandContext,
  given: string,
): Promise<{ path: string; release(): Promise<void> }> {
  const path = resolve(given);
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) return { path, release: () => Promise.resolve() };
  if (config.backups !== null && isBackupName(given) && given === basename(given)) {
    const place = openBackupPlace(config.backups.place, usualReserveBytes);
    if ((await place.list()).has(given)) {
      terminal.tell(`Taking ${given} from the place of the back-ups …`);
      return await place.take(given, `${checkFolderOf(config)}-${process.pid}`);
    }
  }
  throw new Refusal(
    `There is no ${path}, and no back-up of that name. See which there are: npm run brava -- backups`,
  );
}
