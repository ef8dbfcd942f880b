import { createWriteStream } from 'node:fs';
import { link, open, stat, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { encodeRecords } from '#server/postgres/backup-file.ts';
import { exportRecords, type ExportProgress } from '#server/postgres/export-backup.ts';
import { getOnly, type Command } from './command.ts';
import { openDatabaseOf } from './open-database.ts';
import { Refusal } from './refusal.ts';
import { sayCount, saySince, saySize } from './words.ts';

const help = `Usage: npm run brava -- backup FILE

Writes everything that the database holds into one compressed file with a checksum, as it was at one moment; the server
may run. It holds no key: keep the master seed apart from it. An existing file is not replaced. Restore with: restore FILE.`;

/** Writes a back-up. */
export const backup: Command = {
  summary: 'write the database into one file (holds no key)',
  help,
  options: {},
  async run(context, input) {
    const start = performance.now();
    const file = resolve(getOnly(input, 'The FILE to write'));
    if (await exists(file))
      throw new Refusal(`${file} exists already. Name another file, or move that one away.`);
    const { connectionString } = await openDatabaseOf(context);
    let last: ExportProgress = { table: '', rows: 0, bytes: 0 };
    const records = exportRecords(connectionString, (progress) => {
      last = progress;
      context.terminal.progress(`  ${progress.table}: ${saySize(progress.bytes)} read`);
    });
    await writeNew(file, encodeRecords(records));
    const { size } = await stat(file);
    context.terminal.print(
      `Wrote ${sayCount(last.rows, 'row')} to ${file}: ${saySize(last.bytes)}, ${saySize(size)} compressed, in ${saySince(start)}.`,
    );
    context.terminal.print('It holds no key: keep a copy of the master seed elsewhere.');
    return 0;
  },
};

async function exists(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}

/** The file gets its name once it is whole and on disk. */
async function writeNew(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(content, { objectMode: true }), createGzip(), target);
    await link(draft, file);
  } finally {
    await unlink(draft).catch(() => undefined);
  }
  const folder = await open(dirname(file), 'r');
  await folder.sync();
  await folder.close();
}
