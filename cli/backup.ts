import { createWriteStream } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupFailure } from '#server/app/backups/backup-ports.ts';
import { makeBackup } from '#server/app/backups/run-backup.ts';
import { explainFileFault } from '#server/app/explain-file-fault.ts';
import { checkFile } from '#server/backups/backup-job.ts';
import { openBackups } from '#server/composition/open-backups.ts';
import { encodeRecords } from '#server/postgres/backups/backup-file.ts';
import { exportRecords, type ExportProgress } from '#server/postgres/backups/export-backup.ts';
import { getOnly, type Command, type CommandContext } from './command.ts';
import { giveName } from './give-name.ts';
import { openDatabaseOf } from './open-database.ts';
import { Refusal } from './refusal.ts';
import { takeBackup } from './take-backup.ts';
import type { Terminal } from './terminal.ts';
import { sayCount, saySince, saySize } from './words.ts';

const help = `Usage: npm run brava -- backup [FILE]
       npm run brava -- backup check FILE|NAME

With a FILE: writes everything that the database holds into one compressed file with a checksum, as it was at one
moment; the server may run. It holds no key: keep the master seed apart from it. An existing file is not replaced.
Restore with: restore FILE.

Without one: makes a back-up as the server makes them by itself, in the same place and counted with them, proves it by
restoring it, and removes what is too old. See them all: backups.

check: restores a file, or one of those that "backups" lists, into a PostgreSQL of its own that is removed afterwards,
and compares rows and sums. Needs neither a database nor the seed, and touches nothing. It works in the folder for
temporary files, and takes some three times the size of the rows there: TMPDIR names another folder.`;

/** Writes a back-up. */
export const backup: Command = {
  summary: 'write the database into one file (holds no key), or prove one',
  help,
  options: {},
  async run(context, input) {
    const [first] = input.positionals;
    if (first === undefined) return await backUpNow(context);
    if (first === 'check')
      return await checkOne(
        context,
        getOnly({ ...input, positionals: input.positionals.slice(1) }, 'The FILE'),
      );
    return await writeFile(context, resolve(getOnly(input, 'The FILE to write')));
  },
};

async function writeFile(context: CommandContext, file: string): Promise<number> {
  const start = performance.now();
  if (await exists(file))
    throw new Refusal(`${file} exists already. Name another file, or move that one away.`);
  if (!(await exists(dirname(file)))) throw new Refusal(`There is no folder ${dirname(file)}.`);
  const { connectionString } = await openDatabaseOf(context);
  let last: ExportProgress = { table: '', rows: 0, bytes: 0 };
  const records = exportRecords(connectionString, (progress) => {
    last = progress;
    context.terminal.progress(`  ${progress.table}: ${saySize(progress.bytes)} read`);
  });
  const ending = new AbortController();
  const writing = writeNew(file, encodeRecords(records), ending.signal);
  endWith(context, ending, writing);
  await writing;
  const { size } = await stat(file);
  context.terminal.print(
    `Wrote ${sayCount(last.rows, 'row')} to ${file}: ${saySize(last.bytes)}, ${saySize(size)} compressed, in ${saySince(start)}.`,
  );
  context.terminal.print('It holds no key: keep a copy of the master seed elsewhere.');
  return 0;
}

async function backUpNow(context: CommandContext): Promise<number> {
  const start = performance.now();
  const { terminal, config } = context;
  if (config.backups === null)
    throw new Refusal('BACKUPS=off: name a FILE to write, or switch them on. See --help.');
  const { db, connectionString } = await openDatabaseOf(context, { current: true });
  const clock = { now: () => new Date() };
  const backups = await openBackups(config, { db, clock, connectionString });
  if (backups === null) throw new Error('Back-ups are on.');
  terminal.tell(`Writing and proving a back-up in ${backups.settings.place} …`);
  const log = { info: () => {}, warn: sayTo(terminal), error: () => {} };
  const ending = new AbortController();
  const making = makeBackup({ backups, clock, log }, ending.signal);
  endWith(context, ending, making);
  const run = await making;
  if (run === null)
    throw new Refusal('A back-up is being made by the server or another command. See: backups');
  if (run.checkedAt === null) throw new Refusal(`The back-up failed (${run.failure}): ${run.detail}`);
  terminal.print(
    `Wrote ${sayCount(run.rows ?? 0, 'row')} to ${run.file}: ${saySize(run.bytes ?? 0)}. Restored as a trial, and all of it was there, in ${saySince(start)}.`,
  );
  terminal.print('It holds no key: keep a copy of the master seed elsewhere.');
  if (backups.settings.isBesideDatabase)
    terminal.print('It lies on the disk of the database: that protects from mistakes, not from a lost disk.');
  return 0;
}

function sayTo(terminal: Terminal): (detail: object, message: string) => void {
  return (_, message) => terminal.tell(message);
}

async function checkOne(context: CommandContext, given: string): Promise<number> {
  const start = performance.now();
  const taken = await takeBackup(context, given);
  context.cleanUp.defer(() => taken.release());
  const { path } = taken;
  context.terminal.tell(`Restoring ${path} as a trial …`);
  try {
    const ending = new AbortController();
    const scratch = join(tmpdir(), `brava-check-${process.pid}`);
    const checking = checkFile(path, { scratch, reserveBytes: 0, signal: ending.signal });
    endWith(context, ending, checking);
    const { header, tables } = await checking;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    context.terminal.print(
      `Good: ${sayCount(rows, 'row')} of ${header.madeAt} came back, and the sums of the books agree, in ${saySince(start)}.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof BackupFailure)) throw error;
    throw new Refusal(
      error.code === 'no_room'
        ? `${error.message} Name a folder on a larger one: TMPDIR=/path/to/folder`
        : `No good back-up: ${error.message}`,
    );
  }
}

/** A command that is ended waits for what its work gives back: its PostgreSQL, files that are no use half made. */
function endWith({ cleanUp }: CommandContext, ending: AbortController, work: Promise<unknown>): void {
  cleanUp.defer(async () => {
    ending.abort();
    await work.catch(() => undefined);
  });
}

async function exists(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}

/** The file gets its name once it is whole and on disk. */
async function writeNew(file: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(content, { objectMode: true }), createGzip(), target, { signal });
    await giveName(draft, file);
  } catch (error) {
    throw explainFileFault(`${file} cannot be written`, error);
  } finally {
    await unlink(draft).catch(() => undefined);
  }
  const folder = await open(dirname(file), 'r');
  await folder.sync();
  await folder.close();
}
