import type { Log } from '#server/app/log.ts';
import { backupsToRemove } from '#server/domain/backups/backup-retention.ts';
import type { BackupPorts } from './backup-ports.ts';

/**
 * Looks which files of this place are there, and removes those that others have replaced. Only files that an attempt of
 * this database names are removed. One that this machine wrote and that is gone, or has another size, counts no more.
 */
export async function tidyBackups({ store, files, settings, host }: BackupPorts, log: Log): Promise<void> {
  try {
    const there = await files.list();
    const runs = await store.listThere(settings.place);
    for (const run of runs) {
      const isWhole = there.has(run.file) && (run.bytes === null || there.get(run.file) === run.bytes);
      if (run.failedAt !== null && !there.has(run.file)) await store.noteRemoved(run.id);
      else if (run.host === host || settings.kind === 'bucket') await store.noteMissing(run.id, !isWhole);
    }
    const kept = runs
      .filter(({ file }) => there.has(file))
      .map(({ id, startedAt, checkedAt, bytes, file }) => ({
        id,
        at: startedAt,
        isGood: checkedAt !== null && there.get(file) === bytes,
      }));
    const fileOf = new Map(runs.map(({ id, file }) => [id, file]));
    for (const id of backupsToRemove(kept, settings.keep, await store.upgradedAt())) {
      await files.remove(fileOf.get(id) ?? '');
      await store.noteRemoved(id);
    }
  } catch (error) {
    log.warn({ error }, 'Old back-ups could not be tidied up; it is tried again after the next one.');
  }
}
