import { BackupFailure } from '#server/app/backups/backup-ports.ts';
import { nameBackupPlace, openBackupPlace } from '#server/backups/backup-place.ts';
import { usualReserveBytes } from '#server/backups/keep-room.ts';
import { createBackupStore } from '#server/postgres/backups/backup-store.ts';
import type { CommandContext } from './command.ts';
import type { OpenedDatabase } from './open-database.ts';
import { firstOf, sayCount } from './words.ts';

/** Names the back-ups that a restored database does not know and so never thins out. A place that is away stops nothing. */
export async function sayUnknownBackups(
  { config, terminal }: CommandContext,
  { db }: OpenedDatabase,
): Promise<void> {
  if (config.backups === null) return;
  const { place } = config.backups;
  const name = nameBackupPlace(place);
  try {
    const there = await openBackupPlace(place, usualReserveBytes).list();
    const known = await createBackupStore(db, { now: () => new Date() }).listThere(name);
    for (const { file } of known) there.delete(file);
    if (there.size === 0) return;
    terminal.print(
      `${name} holds ${sayCount(there.size, 'back-up')} that this database does not know to be there: made after the restored one, or brought from elsewhere. Brava never removes them: do it yourself once you are sure of what came back.`,
    );
    for (const line of firstOf([...there.keys()].toSorted())) terminal.print(`  ${line}`);
  } catch (error) {
    if (!(error instanceof BackupFailure)) throw error;
    terminal.tell(`Which back-ups this database does not know could not be seen: ${error.message}`);
  }
}
