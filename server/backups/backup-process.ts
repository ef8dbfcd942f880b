import { constants, setPriority } from 'node:os';
import { BackupFailure } from '#server/app/backups/backup-ports.ts';
import type { EmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { checkBackup, writeBackup } from './backup-job.ts';
import { cover, openBackupPlace } from './backup-place.ts';
import type { BackupJob, BackupJobEnd } from './backup-work.ts';

// First of all: threads and the PostgreSQL of a check inherit it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let postgres: EmbeddedPostgres | undefined;

const onStarted = (started: EmbeddedPostgres): void => void (postgres = started);

async function carryOut(job: BackupJob): Promise<BackupJobEnd> {
  const storage = openBackupPlace(cover(job.place), job.reserveBytes);
  if (job.kind === 'write') return await writeBackup(job.connectionString, storage, job.name);
  const { scratch, reserveBytes } = job;
  await checkBackup(storage, job.name, { scratch, reserveBytes, onStarted });
  return { bytes: 0, rows: 0 };
}

function explain(error: unknown): BackupJobEnd {
  const code = error instanceof BackupFailure ? error.code : 'other';
  return { failure: { code, message: error instanceof Error ? error.message : String(error) } };
}

async function leave(): Promise<void> {
  await postgres?.stop();
  process.exit(1);
}
process.once('SIGTERM', () => void leave());
// The server was killed: nobody waits for this any more.
process.once('disconnect', () => void leave());

process.once('message', (job: BackupJob) => {
  void carryOut(job)
    .catch(explain)
    .then((answer) => process.send?.(answer, () => process.exit(0)));
});
