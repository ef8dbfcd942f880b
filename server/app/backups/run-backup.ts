import { randomUUID } from 'node:crypto';
import { answerWithin } from '#server/app/answer-within.ts';
import type { Log } from '#server/app/log.ts';
import type { Clock } from '#server/app/ports.ts';
import { type BackupAttempt, nextBackupAt } from '#server/domain/backups/backup-schedule.ts';
import { backupName } from './backup-name.ts';
import { BackupFailure, type BackupPorts, type BackupRun } from './backup-ports.ts';
import { tidyBackups } from './tidy-backups.ts';

/** What making a back-up needs. */
export interface BackupNeeds {
  backups: BackupPorts;
  clock: Clock;
  log: Log;
}

/** A disk far away that gives no answer is no place that is away. */
const answerMs = 5000;
const renewMs = 5000;
const busyMs = 60_000;
const othersTurnMs = 15_000;

/**
 * Makes a back-up if one is due or wanted, nobody else is making one, and the server is not too busy. Returns when to
 * look again.
 */
export async function runDueBackup(
  needs: BackupNeeds,
  { isBusy, ending }: { isBusy: boolean; ending: AbortSignal },
): Promise<Date> {
  const nowMs = needs.clock.now().getTime();
  if ((await needs.backups.store.turn()).isTaken) return new Date(nowMs + othersTurnMs);
  const dueAt = await findDue(needs.backups);
  if (dueAt.getTime() > nowMs) return dueAt;
  if (isBusy) return new Date(nowMs + busyMs);
  // Whoever had the turn until just now may have made it.
  const isStillDue = async (): Promise<boolean> => (await findDue(needs.backups)).getTime() <= nowMs;
  if ((await makeBackup(needs, ending, isStillDue)) === null) return new Date(nowMs + othersTurnMs);
  return needs.clock.now();
}

/**
 * When the next one is due: one that is wanted has been since ever, and so has one whose place is away. That one fails at once,
 * so that it is told today that there would be none tomorrow, and is tried again as every one that failed.
 */
async function findDue({ settings, store, files }: BackupPorts): Promise<Date> {
  const { wantedAt, since } = await store.turn();
  if (wantedAt !== null) return new Date(0);
  const last = attemptOf(await store.findLast(settings.place));
  const isToldToFail = last !== null && last.failure !== null;
  if (!isToldToFail && (await findWhyAway(files)) !== null) return new Date(0);
  return nextBackupAt(last, since, settings.everyMs);
}

/** Why no back-up could be put into its place now; null where it could, or where the place does not say. */
export async function findWhyAway(files: BackupPorts['files']): Promise<BackupFailure | null> {
  try {
    await answerWithin(answerMs, files.assertThere());
    return null;
  } catch (error) {
    return error instanceof BackupFailure ? error : null;
  }
}

/** An attempt that nobody ends, while nobody makes one, was left by a process that was killed. */
export function attemptOf(last: BackupRun | null): BackupAttempt | null {
  if (last === null) return null;
  const isOpen = last.checkedAt === null && last.failedAt === null;
  return { startedAt: last.startedAt, failure: isOpen ? 'ended' : last.failure };
}

/**
 * Makes a back-up now: writes it, proves it by restoring it, and removes what is too old. Null while another server or
 * command makes one, and where `isStillDue`, which is asked once nobody else can, says no. Returns the attempt with
 * what became of it; that it failed is a fact and no error.
 */
export async function makeBackup(
  { backups, clock, log }: BackupNeeds,
  ending: AbortSignal,
  isStillDue = (): Promise<boolean> => Promise.resolve(true),
): Promise<BackupRun | null> {
  const { store, settings, host } = backups;
  const holder = randomUUID();
  if (!(await store.takeTurn(holder))) return null;
  const lost = new AbortController();
  const renewing = setInterval(() => {
    store.renewTurn(holder).then(
      (isKept) => isKept || lost.abort(),
      // The lease outlasts some tries; should it run out, the next answer says so.
      (error: unknown) => log.warn({ error }, 'The turn to make a back-up could not be renewed.'),
    );
  }, renewMs);
  const startedAt = clock.now();
  const id = randomUUID();
  const run = { id, place: settings.place, host, file: backupName(startedAt, id), startedAt };
  // What is wanted while nothing is made stays wanted.
  let servedAt = new Date(0);
  try {
    if (!(await isStillDue())) return null;
    servedAt = startedAt;
    await store.begin(run);
    await attempt({ backups, run, log }, AbortSignal.any([ending, lost.signal]));
    await tidyBackups(backups, log);
    return (await store.listLatest(20)).find((each) => each.id === id) ?? null;
  } finally {
    clearInterval(renewing);
    await store.endTurn(holder, servedAt);
  }
}

async function attempt(
  {
    backups: { store, work, files },
    run,
    log,
  }: { backups: BackupPorts; run: Pick<BackupRun, 'id' | 'file'>; log: Log },
  signal: AbortSignal,
): Promise<void> {
  try {
    await files.removeDrafts();
    const written = await work.write(run.file, signal);
    await store.noteWritten(run.id, written);
    await work.check(run.file, signal);
    await store.noteChecked(run.id);
    log.info({ file: run.file, ...written }, 'A back-up was made, and proven by restoring it.');
  } catch (error) {
    if (signal.aborted) return await store.noteFailed(run.id, 'ended', 'The server was stopped.');
    const { code, message } = asFailure(error);
    log.error({ file: run.file, failure: code, error }, `A back-up failed: ${message}`);
    await store.noteFailed(run.id, code, message);
  }
}

function asFailure(error: unknown): { code: BackupFailure['code']; message: string } {
  if (error instanceof BackupFailure) return error;
  return { code: 'other', message: error instanceof Error ? error.message : String(error) };
}
