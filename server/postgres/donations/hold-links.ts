import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { DonationDraft } from '#server/app/ports.ts';
import type { OpenLink, Standing } from './admit-drafts.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { epochOfBooks } from '#server/postgres/operator/installation.ts';

interface LinkRow {
  code: string;
  user_id: string;
  key_user: number;
  min_lamports: bigint;
  next_index: number;
  books_epoch: number | null;
  /** What the streamer takes, by mint; only there where a draft asks for a token. */
  token_minimums?: Record<string, string> | null;
}

interface CountRow {
  is_link: boolean;
  key: string;
  open: bigint;
}

/**
 * Finds the streamers of drafts by their link codes, and locks donors and streamers until the transaction ends: donors
 * first, each kind by its key. Codes that are unknown, switched off or suspended are missing from the answer.
 *
 * No counter is locked before all donors are: its row must pass a condition that needs them all.
 */
export function holdLinks(db: Database, drafts: readonly DonationDraft[]): CompiledQuery<LinkRow> {
  return sql<LinkRow>`
    with creators as materialized (
      select pg_advisory_xact_lock(lock) from (
        select distinct hashtextextended(creator, 1) as lock
        from unnest(${creatorsOf(drafts)}::text[]) as t (creator) order by lock
      ) as sorted
    ), links as materialized (
      select code, id as user_id, key_user, min_lamports
      from unnest(${codesOf(drafts)}::text[]) as t (code) join users on id = ${userOf(sql`code`)}
      where accepting_donations and suspended_at is null
    ), counters as materialized (
      select user_id, next_index from key_counters
      where user_id = any(array(select user_id from links)) and (select count(*) from creators) > 0
      order by user_id for no key update
    )
    select code, user_id, key_user, min_lamports, next_index, ${epochOfBooks} as books_epoch ${tokenMinimums(drafts)}
    from links join counters using (user_id)`.compile(db);
}

/** The streamer of a link code, by either index. With `or`, a few hundred streamers are all gone through for each code. */
function userOf(code: RawBuilder<unknown>) {
  return sql`coalesce(
    (select id from users where donation_code = ${code}), (select id from users where widget_code = ${code}))`;
}

/** The tokens that a streamer takes, as one more column: nothing where all drafts are in SOL. */
function tokenMinimums(drafts: readonly DonationDraft[]) {
  if (drafts.every(({ token }) => token === null)) return sql``;
  return sql`, (
    select json_object_agg(mint, minimum_units::text) from streamer_tokens t
    where t.user_id = links.user_id and t.is_on) as token_minimums`;
}

/**
 * How many open donations their streamers and donors have, counted no further than the caps go. A statement of its own,
 * to run after `holdLinks`: it sees what was committed while the locks were waited for. Each of the two is asked so that one
 * index alone can answer it (migration 016).
 */
export function countOpenDonations(db: Database, drafts: readonly DonationDraft[]): CompiledQuery<CountRow> {
  const mostOfLink = Math.max(...drafts.map(({ caps }) => caps.perLink));
  const mostOfCreator = Math.max(...drafts.map(({ caps }) => caps.perCreator));
  return sql<CountRow>`
    select true as is_link, asked.user_id::text as key, (select count(*) from (
      select from donations d
      where d.user_id = asked.user_id and paid_at is null and expired_at is null limit ${mostOfLink}
    ) as found) as open from (
      select distinct ${userOf(sql`code`)} as user_id from unnest(${codesOf(drafts)}::text[]) as t (code)
    ) as asked where asked.user_id is not null
    union all
    select false, asked.creator, (select count(*) from (
      select from donations d
      where d.creator = asked.creator and status = 'PENDING' limit ${mostOfCreator}
    ) as found) from unnest(${creatorsOf(drafts)}::text[]) as asked (creator)`.compile(db);
}

/** The streamers of links by their codes. */
export function readLinks(rows: readonly LinkRow[]): Map<string, OpenLink> {
  return new Map(
    rows.map((row) => [
      row.code,
      {
        userId: row.user_id,
        keyUser: row.key_user,
        nextIndex: row.next_index,
        minLamports: row.min_lamports,
        tokenMinimums: new Map(
          Object.entries(row.token_minimums ?? {}).map(([mint, units]) => [mint, BigInt(units)]),
        ),
      },
    ]),
  );
}

/** What was counted, by streamer and by donor. */
export function readCounts(rows: readonly CountRow[]): Pick<Standing, 'openOfLink' | 'openOfCreator'> {
  const counts = (isLink: boolean): Map<string, number> =>
    new Map(rows.filter((row) => row.is_link === isLink).map(({ key, open }) => [key, Number(open)]));
  return { openOfLink: counts(true), openOfCreator: counts(false) };
}

function codesOf(drafts: readonly DonationDraft[]): string[] {
  return [...new Set(drafts.map(({ linkCode }) => linkCode))];
}

function creatorsOf(drafts: readonly DonationDraft[]): string[] {
  return [...new Set(drafts.map(({ creator }) => creator))];
}
