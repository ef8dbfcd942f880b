import { createBackupStore } from '#server/postgres/backups/backup-store.ts';
import { stateOf } from '#server/app/backups/see-backups.ts';
import { nameBackupPlace, openBackupPlace } from '#server/backups/backup-place.ts';
import type { BackupConfig } from '#server/settings/backup-settings.ts';
import { usualReserveBytes } from '#server/backups/keep-room.ts';
import { type Command, type CommandContext, refusePositionals } from './command.ts';
import { openDatabaseOf } from './open-database.ts';
import { Refusal } from './refusal.ts';
import { sayCount, saySize } from './words.ts';

const help = `Usage: npm run brava -- backups

Lists the back-ups that the server made by itself, the newest first: the files that are there, and what is known of
each. Without a database, as on a new machine, the files alone: the newest one is what to restore.`;

const shownRuns = 50;

/** Lists back-ups. */
export const backups: Command = {
  summary: 'list the back-ups that the server made by itself',
  help,
  options: {},
  async run(context, input) {
    refusePositionals(input);
    const { terminal, config } = context;
    if (config.backups === null) throw new Refusal('BACKUPS=off: the server makes none by itself.');
    const there = await openBackupPlace(config.backups.place, usualReserveBytes).list();
    const known = await sayRuns(context, config.backups);
    const lines = [...there]
      .filter(([file]) => !known.has(file))
      .map(([file, bytes]) => `  ${file}  ${saySize(bytes).padStart(9)}  there`);
    for (const [file, line] of known) lines.push(there.has(file) ? line : `${line} (no file)`);
    for (const line of lines.toSorted().toReversed()) terminal.print(line);
    terminal.print(`${sayCount(there.size, 'file')} in ${nameBackupPlace(config.backups.place)}.`);
    return 0;
  },
};

/** What the database knows, by file; nothing where there is no database. */
async function sayRuns(context: CommandContext, { place }: BackupConfig): Promise<Map<string, string>> {
  let opened;
  try {
    opened = await openDatabaseOf(context, { current: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.terminal.tell(error.message);
    return new Map();
  }
  const store = createBackupStore(opened.db, { now: () => new Date() });
  const { isTaken } = await store.turn();
  // Of what lies there all is told, however many attempts have failed since.
  const there = await store.listThere(nameBackupPlace(place));
  const runs = [...there, ...(await store.listLatest(shownRuns))];
  return new Map(
    runs
      .filter((run) => stateOf(run, isTaken) !== 'removed')
      .map((run) => {
        const state = stateOf(run, isTaken);
        const size = run.bytes === null ? '' : saySize(run.bytes);
        const why =
          state === 'failed' ? `failed (${run.failure ?? 'ended'}): ${run.detail ?? ''}` : words[state];
        return [run.file, `  ${run.file}  ${size.padStart(9)}  ${why}`];
      }),
  );
}

const words = {
  good: 'good, restored as a trial',
  writing: 'is being written',
  checking: 'is being proven',
  missing: 'GONE, or of another size than it was written with',
  removed: 'removed',
} as const;
