import { BackupFailure } from '#server/app/backups/backup-ports.ts';
import { ConfigError } from '#server/config.ts';
import { BackupFileError } from '#server/postgres/backup-file.ts';
import { DatabaseSetupError } from '#server/postgres/database-setup-error.ts';
import { Misuse, Refusal } from './refusal.ts';

/** Whether the command was typed wrong, so that nothing was tried. */
export function isMistyped(error: unknown): boolean {
  const isUnknownOption =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return error instanceof Misuse || isUnknownOption;
}

/** A sentence is enough for whatever was foreseen; a bug shows where it is. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForeseen =
    isMistyped(error) ||
    error instanceof Refusal ||
    error instanceof BackupFailure ||
    error instanceof BackupFileError ||
    error instanceof ConfigError ||
    error instanceof DatabaseSetupError;
  const isPlain = error.constructor === Error || error.name === 'Transient' || error.name === 'Permanent';
  return isForeseen || isPlain ? error.message : (error.stack ?? error.message);
}
