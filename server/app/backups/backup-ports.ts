import type { BackupFailureCode } from '#server/domain/backups/backup-schedule.ts';
import type { BackupRetention } from '#server/domain/backups/backup-retention.ts';

/** A back-up that could not be made, or does not hold what it should. The message is a sentence for the operator. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
  readonly code: BackupFailureCode;

  constructor(code: BackupFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Where back-ups go, how often, and how many stay. */
interface BackupSettings {
  everyMs: number;
  keep: BackupRetention;
  kind: 'folder' | 'bucket';
  /** The path of the folder, or bucket and prefix. */
  place: string;
  /** Whether it lies on the disk of the database as well: whoever loses that one loses both. */
  isBesideDatabase: boolean;
}

/** The files of a place. Only names of our own form are ever seen or touched. */
export interface BackupFiles {
  /** Rejects with `BackupFailure` where a folder that the operator named is not there, or not to be written to; nothing else is asked. */
  assertThere(): Promise<void>;
  /** Names and sizes. Rejects with `BackupFailure`. */
  list(): Promise<Map<string, number>>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Removes what a writer left that was killed. Whoever calls it knows that nobody writes. */
  removeDrafts(): Promise<void>;
}

/** The heavy part, in a process of its own with low priority. Both reject with `BackupFailure`, and when `signal` aborts. */
export interface BackupWork {
  /** Writes all that the database holds, as of one moment. The file has its name once it is whole and on the disk. */
  write(file: string, signal: AbortSignal): Promise<{ bytes: number; rows: number }>;
  /** Restores the file into a database of its own and compares what came out with what went in. */
  check(file: string, signal: AbortSignal): Promise<void>;
}

/** An attempt, and what became of its file. */
export interface BackupRun {
  id: string;
  place: string;
  host: string;
  file: string;
  startedAt: Date;
  finishedAt: Date | null;
  bytes: number | null;
  rows: number | null;
  checkedAt: Date | null;
  failedAt: Date | null;
  failure: BackupFailureCode | null;
  detail: string | null;
  removedAt: Date | null;
  missingAt: Date | null;
}

/** Whose turn it is, over all servers. */
interface BackupTurn {
  /** When this installation began to be backed up. */
  since: Date;
  /** Since when somebody waits for one. */
  wantedAt: Date | null;
  /** Whether somebody makes one right now. */
  isTaken: boolean;
}

/** Attempts and turns, shared by all servers on the database. */
export interface BackupStore {
  turn(): Promise<BackupTurn>;
  /** The last attempt at a place. */
  findLast(place: string): Promise<BackupRun | null>;
  /** The newest ones of all places. */
  listLatest(limit: number): Promise<BackupRun[]>;
  /** The newest that was proven and is still there, of all places. */
  findLastGood(): Promise<BackupRun | null>;
  /** When the tables were last brought forward to those of another version; null: never since they were made. */
  upgradedAt(): Promise<Date | null>;
  /** Those of a place whose file was not removed. */
  listThere(place: string): Promise<BackupRun[]>;
  /** For 30 s; false while another one has it. Attempts that their makers did not end are then marked `ended`. */
  takeTurn(holder: string): Promise<boolean>;
  /** For 30 s more; false when it was lost. */
  renewTurn(holder: string): Promise<boolean>;
  /** Frees it. What was wanted up to `servedAt` is done. */
  endTurn(holder: string, servedAt: Date): Promise<void>;
  begin(run: Pick<BackupRun, 'id' | 'place' | 'host' | 'file' | 'startedAt'>): Promise<void>;
  noteWritten(id: string, written: { bytes: number; rows: number }): Promise<void>;
  noteChecked(id: string): Promise<void>;
  noteFailed(id: string, code: BackupFailureCode, detail: string): Promise<void>;
  noteRemoved(id: string): Promise<void>;
  noteMissing(id: string, isMissing: boolean): Promise<void>;
  /** Asks for one now, in the name of an operator or of the command line. */
  want(operatorId: string | null): Promise<void>;
}

/** Back-ups; null where they are switched off. */
export interface BackupPorts {
  settings: BackupSettings;
  /** Name of this machine. */
  host: string;
  store: BackupStore;
  files: BackupFiles;
  work: BackupWork;
}
