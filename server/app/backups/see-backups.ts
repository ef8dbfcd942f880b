import type { BackupRunView } from '#contract/admin.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import type { CurrentSession } from '#server/app/accounts/session-token.ts';
import { nextBackupAt } from '#server/domain/backups/backup-schedule.ts';
import type { BackupRun } from './backup-ports.ts';
import { attemptOf } from './run-backup.ts';

const shown = 8;
/** More than ever stay: what newer ones have replaced is not shown. */
const read = 60;

/** How back-ups stand, for the operator's page. */
export async function readAdminBackups({
  backups,
}: Pick<Ports, 'backups'>): Promise<RouteReply<'adminBackups'>> {
  if (backups === null) return { backups: null };
  const { store, settings } = backups;
  const { place, kind, isBesideDatabase, keep, everyMs } = settings;
  const [turn, last, lastGood, runs] = await Promise.all([
    store.turn(),
    store.findLast(place),
    store.findLastGood(),
    store.listLatest(read),
  ]);
  const present = (run: BackupRun): BackupRunView[] => presentRun(run, turn.isTaken);
  const attempt =
    turn.isTaken && last !== null ? { startedAt: last.startedAt, failure: null } : attemptOf(last);
  return {
    backups: {
      place,
      kind,
      isBesideDatabase,
      keep,
      everyHours: everyMs / 3_600_000,
      nextAt: nextBackupAt(attempt, turn.since, everyMs).toISOString(),
      isWanted: turn.wantedAt !== null,
      isRunning: turn.isTaken,
      lastGood: (lastGood === null ? [] : present(lastGood))[0] ?? null,
      runs: runs.flatMap(present).slice(0, shown),
    },
  };
}

/** Has a back-up made now; asking again while one is made is heard once. Throws `Problem('backups_off')`. */
export async function askForBackup(
  ports: Pick<Ports, 'backups'>,
  { userId }: CurrentSession,
): Promise<RouteReply<'backUpNow'>> {
  if (ports.backups === null) throw new Problem('backups_off');
  const { wantedAt, isTaken } = await ports.backups.store.turn();
  if (wantedAt === null && !isTaken) await ports.backups.store.want(userId);
  return await readAdminBackups(ports);
}

/** What became of an attempt, for whoever looks at it. */
export function stateOf(run: BackupRun, isSomebodyAtIt: boolean): BackupRunView['state'] | 'removed' {
  if (run.failedAt !== null) return 'failed';
  if (run.removedAt !== null) return 'removed';
  if (run.missingAt !== null) return 'missing';
  if (run.checkedAt !== null) return 'good';
  if (!isSomebodyAtIt) return 'failed';
  return run.finishedAt === null ? 'writing' : 'checking';
}

/** Nothing of one that newer ones have replaced. */
function presentRun(run: BackupRun, isTaken: boolean): BackupRunView[] {
  const state = stateOf(run, isTaken);
  if (state === 'removed') return [];
  const view = {
    id: run.id,
    file: run.file,
    startedAt: run.startedAt.toISOString(),
    state,
    bytes: run.bytes,
    rows: run.rows,
    checkedAt: run.checkedAt?.toISOString() ?? null,
    failure: state === 'failed' ? (run.failure ?? 'ended') : null,
    detail: run.detail,
  };
  return [view];
}
