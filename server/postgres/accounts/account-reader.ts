import { type RawBuilder, sql } from 'kysely';
import type { AccountReader, DownloadPart } from '#server/app/own-account-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { accountOf, type OwnRow, settingsOf, shortLists } from './own-rows.ts';
import { readOwnDonations } from './read-own-donations.ts';
import { readTokenChoices } from './read-own-tokens.ts';

type Batches = AsyncGenerator<OwnRow[], void>;

const rowsAtOnce = 500;

/**
 * Reads all that is stored about an account. What is a secret, or the hash of one, is not among it.
 *
 * Lists that can grow long (donations, logs) are read in batches by their own order; the rest is short by its caps.
 */
export function createAccountReader(db: Database): AccountReader {
  return { parts: (userId) => listParts(db, userId) };
}

function listParts(db: Database, userId: string): DownloadPart[] {
  return [
    { name: 'account', one: () => readOne(db, accountOf(userId)) },
    {
      name: 'settings',
      one: async () => ({
        ...(await readOne(db, settingsOf(userId))),
        tokens: await readTokenChoices(db, userId),
      }),
    },
    ...Object.entries(shortLists).map(([name, rowsOf]) => ({ name, rows: readShort(db, rowsOf(userId)) })),
    { name: 'walletEntries', rows: readWalletEntries(db, userId) },
    { name: 'streams', rows: readByNumber(db, userId, 'streams') },
    { name: 'deskLog', rows: readByNumber(db, userId, 'desk_log') },
    { name: 'audit', rows: readByNumber(db, userId, 'audit') },
    { name: 'donations', rows: readOwnDonations(db, userId) },
  ];
}

async function readOne(db: Database, query: RawBuilder<OwnRow>): Promise<OwnRow> {
  return (await query.execute(db)).rows[0] ?? {};
}

async function* readShort(db: Database, query: RawBuilder<OwnRow>): Batches {
  yield (await query.execute(db)).rows;
}

const columnsOf = {
  streams: sql`started_at as "startedAt", ended_at as "endedAt"`,
  desk_log: sql`at, who, role, action, donator_name as "donorName"`,
  audit: sql`at, action, detail, actor_id is not null as "byOperator"`,
};

/** Lists that number their rows. */
async function* readByNumber(db: Database, userId: string, table: keyof typeof columnsOf): Batches {
  let after = '0';
  for (;;) {
    // By the column, not by its text: as texts, 1000 comes before 999.
    const { rows } = await sql<OwnRow & { id: string }>`
      select id::text as id, ${columnsOf[table]} from ${sql.table(table)} t
      where user_id = ${userId} and id > ${after}::bigint order by t.id limit ${rowsAtOnce}`.execute(db);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last.id;
  }
}

/** The final transactions of the generated wallet, as far as they were read from the chain. */
async function* readWalletEntries(db: Database, userId: string): Batches {
  let after = '';
  for (;;) {
    const { rows } = await sql<OwnRow & { signature: string }>`
      select signature, slot::text as slot, block_time as at, lamports as change, fee_lamports as fee, succeeded,
        donation_id as donation
      from wallet_entries where user_id = ${userId} and signature > ${after}
      order by signature limit ${rowsAtOnce}`.execute(db);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last.signature;
  }
}
