import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { BackupPorts } from '#server/app/backups/backup-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import { type BackupPlace, nameBackupPlace, openBackupPlace } from '#server/backups/backup-place.ts';
import { createBackupWork } from '#server/backups/backup-work.ts';
import { usualReserveBytes } from '#server/backups/keep-room.ts';
import { createBackupStore } from '#server/postgres/backups/backup-store.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import type { Config } from '#server/settings/config.ts';

/** What back-ups are opened with. */
interface BackupSurroundings {
  db: Database;
  clock: Clock;
  connectionString: string;
  reserveBytes?: number;
}

/** Where checks work, also those of the command line. */
export function checkFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'backup-checks');
}

/** Opens back-ups, or null where they are switched off. The place itself is met when the first one is made. */
export async function openBackups(
  config: Pick<Config, 'backups' | 'dataDir' | 'databaseUrl'>,
  { db, clock, connectionString, reserveBytes = usualReserveBytes }: BackupSurroundings,
): Promise<BackupPorts | null> {
  const { backups, dataDir } = config;
  if (backups === null) return null;
  const { place, everyMs, keep } = backups;
  return {
    settings: {
      everyMs,
      keep,
      kind: place.kind,
      place: nameBackupPlace(place),
      isBesideDatabase: config.databaseUrl === null && (await isOnDiskOf(place, dataDir)),
    },
    host: hostname(),
    store: createBackupStore(db, clock),
    files: openBackupPlace(place, reserveBytes),
    work: createBackupWork({ connectionString, place, scratch: checkFolderOf(config), reserveBytes }),
  };
}

async function isOnDiskOf(place: BackupPlace, dataDir: string): Promise<boolean> {
  if (place.kind === 'bucket') return false;
  return (await deviceOf(place.folder)) === (await deviceOf(dataDir));
}

/** Of the folder, or of the nearest one above it that is there. */
async function deviceOf(folder: string): Promise<number> {
  const found = await stat(folder).catch(() => null);
  return found === null ? deviceOf(dirname(folder)) : found.dev;
}
