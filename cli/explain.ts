import { DatabaseError } from 'pg';
import { HistoryTooShort, Transient } from '#server/app/outside.ts';
import { BackupFailure } from '#server/app/backups/backup-ports.ts';
import { ConfigError } from '#server/settings/config.ts';
import { BackupFileError } from '#server/postgres/backups/backup-file.ts';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { Misuse, Refusal } from './refusal.ts';

const diskFull = '53100';

/** Whether the command was typed wrong, so that nothing was tried. */
export function isMistyped(error: unknown): boolean {
  return error instanceof Misuse || isOptionFault(error);
}

function isOptionFault(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** A sentence is enough for whatever was foreseen; a bug shows where it is. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Transient && !(error instanceof HistoryTooShort)) return explainSilence(error);
  if (error instanceof DatabaseError && error.code === diskFull) return explainFullDisk(error);
  if (isOptionFault(error)) return `${explainOption(error.message)}. See --help.`;
  const isForeseen =
    isMistyped(error) ||
    error instanceof Refusal ||
    error instanceof BackupFailure ||
    error instanceof BackupFileError ||
    error instanceof ConfigError ||
    error instanceof DatabaseSetupError;
  const isPlain =
    error.constructor === Error || error instanceof HistoryTooShort || error.name === 'Permanent';
  return isForeseen || isPlain ? error.message : (error.stack ?? error.message);
}

/** Node's first sentence, plainer for a missing value: what it adds is for programs that take names beginning with a dash. */
function explainOption(message: string): string {
  const [sentence = message] = message.split(/\.\s/);
  return sentence.replace(
    /(?: <value>)?' argument (?:is ambiguous|missing)$/,
    "' needs a value, which begins with no dash",
  );
}

/** Every command may be run again: what it did is in the books or on the chain, and it begins with what is there. */
function explainSilence({ message }: Transient): string {
  return (
    `The chain's nodes gave no answer to go on with (${message}). What was done until then stays done.\n` +
    'Look at SOLANA_RPC_URL, or --rpc (doctor says which node answers), and run the command again.'
  );
}

function explainFullDisk({ message }: DatabaseError): string {
  return (
    `The disk of the database is full (${message}). What was done until then stays done.\n` +
    'Make room (doctor says how much is free, and where), and run the command again.'
  );
}
