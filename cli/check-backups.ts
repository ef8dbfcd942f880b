import { answerWithin } from '#server/app/answer-within.ts';
import { Transient } from '#server/app/outside.ts';
import { type BackupStorage, nameBackupPlace, openBackupPlace } from '#server/backups/backup-place.ts';
import { usualReserveBytes } from '#server/backups/keep-room.ts';
import type { Config } from '#server/settings/config.ts';
import { ok, problem, type Finding } from './finding.ts';

const usualAnswerMs = 10_000;

/**
 * Whether the place of the back-ups is there, before the first one fails for it. What came of those made the books tell.
 * Tests wait less.
 */
export async function checkBackupPlace({ backups }: Config, answerMs = usualAnswerMs): Promise<Finding> {
  if (backups === null) return ok('BACKUPS=off: no back-ups are made by themselves');
  const name = nameBackupPlace(backups.place);
  try {
    await answerWithin(answerMs, assertUsable(openBackupPlace(backups.place, usualReserveBytes)));
    return ok(`Back-ups go to ${name}`);
  } catch (error) {
    return problem(`No back-up can be made in ${name}`, sayWhy(error, answerMs));
  }
}

async function assertUsable(storage: BackupStorage): Promise<void> {
  await storage.assertThere();
  await storage.list();
}

function sayWhy(error: unknown, answerMs: number): string {
  if (error instanceof Transient)
    return `It gave no answer within ${answerMs / 1000} s. Is the disk or the store there?`;
  return error instanceof Error ? error.message : String(error);
}
