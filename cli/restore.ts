import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Client } from 'pg';
import { BackupFailure } from '#server/app/backups/backup-ports.ts';
import { type BackupPlace, nameBackupPlace, openBackupPlace } from '#server/backups/backup-place.ts';
import { usualReserveBytes } from '#server/backups/keep-room.ts';
import {
  countContents,
  importBackup,
  verifyBackup,
  type BackupContents,
} from '#server/postgres/backups/import-backup.ts';
import { noteSearched } from '#server/postgres/operator/installation.ts';
import { migrate } from '#server/postgres/migrate/migrate.ts';
import { noteRestored } from '#server/postgres/backups/note-restored.ts';
import { nextEpoch, raiseEpoch } from '#server/solana/key-epoch.ts';
import type { Reach } from './epochs-to-scan.ts';
import { getOnly, readCount, type Command, type CommandContext, type CommandInput } from './command.ts';
import { explain } from './explain.ts';
import { openChainOf } from './open-chain.ts';
import { openDatabaseOf, type OpenedDatabase } from './open-database.ts';
import { openVaultOf } from './open-vault.ts';
import {
  bringIn,
  checkBelongs,
  moveTokens,
  readKnownKeys,
  sayUnmoved,
  search,
  type SearchBase,
} from './recovery.ts';
import { Refusal } from './refusal.ts';
import { sayRecovered } from './say-recovered.ts';
import { sayUnknownBackups } from './say-unknown-backups.ts';
import type { Unmoved } from './sweep-everything.ts';
import { takeBackup } from './take-backup.ts';
import { firstOf, sayCount, sayLamports, saySince, saySize } from './words.ts';

const help = `Usage: npm run brava -- restore FILE|NAME [--replace [--yes]] [--gap N] [--users N] [--no-search]

Puts a back-up into an empty database: a file, or by its name one of those that "backups" lists. The server must be
stopped, and the master seed be the one that the back-up was made with. The file is checked to its end before anything
is touched, and comes in whole or not at all. New addresses then come from a new key epoch, and the chain is searched
for money that came after the back-up was made. Tokens (TOKENS, and those that the back-up knows) are found, too; the
account of fee-payer pays for their transfers. Where the search ends early, "recover" goes on with it: until then the
server warns when it starts, and so does doctor.

  --replace    the database is not empty: everything in it is replaced, after a question
  --yes        without the question
  --gap N      addresses in a row, for each streamer, that may be empty before the search ends
  --users N    streamers in a row that may show no trace (100)
  --no-search  for a drill beside the real server: puts the rows in and leaves the chain alone. Start no server on it`;

/** Puts a back-up into the database. */
export const restore: Command = {
  summary: 'put a back-up into an empty database, and find what came after it',
  help,
  options: {
    replace: { type: 'boolean' },
    yes: { type: 'boolean' },
    gap: { type: 'string' },
    users: { type: 'string' },
    'no-search': { type: 'boolean' },
  },
  async run(context, input) {
    const start = performance.now();
    const { terminal } = context;
    const taken = await takeBackup(context, getOnly(input, 'The FILE to restore'));
    context.cleanUp.defer(() => taken.release());
    const { path: file } = taken;
    const reach = { gap: readCount(input, 'gap'), users: readCount(input, 'users') };
    terminal.tell(`Checking ${file} …`);
    const contents = await verifyBackup(file);
    const vault = await openVaultOf(context);
    // What is refused leaves no empty database behind, which would look like one that is only to be started.
    const base = { vault, chain: await openChainOf(context, { isShared: false }) };
    await checkBelongs('The back-up', contents.header, base);
    const opened = await openDatabaseOf(context, { exclusive: true, mayCreate: true });
    await askForReplacing(context, input, opened);

    const { keyEpoch } = await load(context, opened, file, contents);
    terminal.print(`Restored ${sayRows(contents)}, as of ${contents.header.madeAt}.`);
    terminal.print(`New addresses come from key epoch ${keyEpoch}.`);
    if (input.values['no-search'] === true) {
      terminal.print(`Done in ${saySince(start)}. Nothing was searched or moved: start no server on this.`);
      return 0;
    }
    await sayUnknownBackups(context, opened);
    terminal.tell(
      'Looking for money that came after it. Should this end early, start no server before: npm run brava -- recover',
    );
    const isThrough = await findWhatCameLater(context, opened, base, {
      epoch: contents.header.keyEpoch,
      reach,
    });
    if (!isThrough) return 1;
    await noteSearched(opened.db);
    terminal.print(`Done in ${saySince(start)}. Start the server: npm start`);
    return 0;
  },
};

async function askForReplacing(
  { terminal }: CommandContext,
  input: CommandInput,
  { connectionString }: OpenedDatabase,
): Promise<void> {
  const { users, donations } = await countContents(connectionString);
  if (users === 0 && donations === 0) return;
  const held = `The database is not empty: it holds ${sayCount(users, 'streamer')} and ${sayCount(donations, 'donation')}.`;
  if (input.values['replace'] !== true) {
    throw new Refusal(
      `${held} Nothing was changed. To replace all of it, back it up first, then add --replace.`,
    );
  }
  const isSure =
    input.values['yes'] === true ||
    (await terminal.confirm(`${held} All of it will be replaced.`, 'replace'));
  if (!isSure) throw new Refusal(`${held} Nothing was changed. Where nobody can be asked, add --yes.`);
}

async function load(
  { config, terminal }: CommandContext,
  { connectionString }: OpenedDatabase,
  file: string,
  contents: BackupContents,
): Promise<{ keyEpoch: number }> {
  await raiseEpoch(config.seedFile, contents.header.keyEpoch);
  const keyEpoch = await nextEpoch(config.seedFile);
  const onProgress = (bytes: number): void => terminal.progress(`  ${saySize(bytes)} restored`);
  const { size } = await stat(file);
  const name = basename(file);
  const place = await placeHolding(config.backups?.place ?? null, name);
  const restored = { file: name, place, bytes: size, rows: countRows(contents) };
  const andThen = (client: Client): Promise<void> => noteRestored(client, restored);
  await importBackup(connectionString, file, { keyEpoch, onProgress, andThen });
  await migrate(connectionString);
  return { keyEpoch };
}

/** The place in words where it holds that back-up; null where it does not, or is away. */
async function placeHolding(place: BackupPlace | null, file: string): Promise<string | null> {
  if (place === null) return null;
  try {
    const there = await openBackupPlace(place, usualReserveBytes).list();
    return there.has(file) ? nameBackupPlace(place) : null;
  } catch (error) {
    if (error instanceof BackupFailure) return null;
    throw error;
  }
}

interface LaterSearch {
  /** Under which the back-up gave out addresses. */
  epoch: number;
  reach: Reach;
}

/** False where the search broke off, after telling why and what is missing now. */
async function findWhatCameLater(
  context: CommandContext,
  opened: OpenedDatabase,
  base: SearchBase,
  wanted: LaterSearch,
): Promise<boolean> {
  let missing = 'money that came after it';
  try {
    const result = await findLaterMoney(context, opened, base, wanted);
    missing = 'tokens that came after it';
    sayLeft(context.terminal, await moveTokens(context, opened, base, result));
    return true;
  } catch (error) {
    context.terminal.tell(explain(error));
    context.terminal.tell(sayMissing(missing));
    return false;
  }
}

function sayMissing(what: string): string {
  return `The back-up is restored, but ${what} may still lie on its addresses. Before you start the server: npm run brava -- recover`;
}

async function findLaterMoney(
  context: CommandContext,
  opened: OpenedDatabase,
  base: SearchBase,
  { epoch, reach }: LaterSearch,
): Promise<Awaited<ReturnType<typeof search>>> {
  const { terminal } = context;
  const result = await search(context, base, await readKnownKeys(opened, [epoch]), reach);
  const { entered, moved, unmoved, accounts, learnt } = await bringIn(context, opened, base, result);
  terminal.print(
    `Found ${sayCount(result.found.deposits.length, 'address', 'addresses')} with ${sayLamports(result.found.lamports)} that the back-up does not know, and moved ${sayLamports(moved.lamports)} in ${sayCount(moved.transfers, 'transfer')}.`,
  );
  await sayRecovered(opened, entered, terminal);
  terminal.print(
    'What came after the back-up and was passed on before this is with its streamers, and in no list or total.',
  );
  if (learnt > 0)
    terminal.print(
      `The chain knew more of ${sayCount(learnt, 'address', 'addresses')} than the back-up: it was read into the books.`,
    );
  if (accounts > 0)
    terminal.print(`Made ${sayCount(accounts, 'account')} for streamers that the back-up does not know.`);
  sayLeft(terminal, unmoved);
  return result;
}

function sayLeft(terminal: CommandContext['terminal'], left: readonly Unmoved[]): void {
  if (left.length > 0) terminal.print(`Left on ${sayCount(left.length, 'address', 'addresses')}:`);
  for (const line of firstOf(sayUnmoved(left))) terminal.print(line);
}

function countRows({ tables }: BackupContents): number {
  return tables.reduce((sum, table) => sum + table.rows, 0);
}

function sayRows(contents: BackupContents): string {
  const donations = contents.tables.find(({ table }) => table === 'donations')?.rows ?? 0;
  return `${sayCount(countRows(contents), 'row')} (${sayCount(donations, 'donation')})`;
}
