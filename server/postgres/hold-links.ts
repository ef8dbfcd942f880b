import { sql } from 'kysely';
import type { DonationDraft } from '#server/app/ports.ts';
import type { OpenLink, Standing } from './admit-drafts.ts';
import type { Trx } from './database.ts';

interface LinkRow {
  code: string;
  user_id: string;
  key_user: number;
  min_lamports: bigint;
  next_index: number;
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
export async function holdLinks(trx: Trx, drafts: readonly DonationDraft[]): Promise<Map<string, OpenLink>> {
  const { rows } = await sql<LinkRow>`
    with creators as materialized (
      select pg_advisory_xact_lock(lock) from (
        select distinct hashtextextended(creator, 1) as lock
        from unnest(${distinct(drafts.map(({ creator }) => creator))}::text[]) as t (creator) order by lock
      ) as sorted
    ), links as materialized (
      select code, id as user_id, key_user, min_lamports
      from unnest(${distinct(drafts.map(({ linkCode }) => linkCode))}::text[]) as t (code)
      join users on donation_code = code or widget_code = code
      where accepting_donations and suspended_at is null
    ), counters as materialized (
      select user_id, next_index from key_counters
      where user_id = any(array(select user_id from links)) and (select count(*) from creators) > 0
      order by user_id for no key update
    )
    select code, user_id, key_user, min_lamports, next_index from links join counters using (user_id)`.execute(
    trx,
  );
  return new Map(
    rows.map((row) => [
      row.code,
      {
        userId: row.user_id,
        keyUser: row.key_user,
        nextIndex: row.next_index,
        minLamports: row.min_lamports,
      },
    ]),
  );
}

/**
 * How many open donations their streamers and donors have, counted no further than the caps go. A statement of its own:
 * it sees what was committed while the locks were waited for.
 */
export async function countOpenDonations(
  trx: Trx,
  drafts: readonly DonationDraft[],
  links: ReadonlyMap<string, OpenLink>,
): Promise<Pick<Standing, 'openOfLink' | 'openOfCreator'>> {
  const mostOfLink = Math.max(...drafts.map(({ caps }) => caps.perLink));
  const mostOfCreator = Math.max(...drafts.map(({ caps }) => caps.perCreator));
  const users = distinct([...links.values()].map(({ userId }) => userId));
  const { rows } = await sql<CountRow>`
    select true as is_link, asked.user_id::text as key, (select count(*) from (
      select from donations d
      where d.user_id = asked.user_id and paid_at is null and expired_at is null limit ${mostOfLink}
    ) as found) as open from unnest(${users}::uuid[]) as asked (user_id)
    union all
    select false, asked.creator, (select count(*) from (
      select from donations d
      where d.creator = asked.creator and paid_at is null and expired_at is null limit ${mostOfCreator}
    ) as found) from unnest(${distinct(drafts.map(({ creator }) => creator))}::text[]) as asked (creator)`.execute(
    trx,
  );
  const counts = (isLink: boolean): Map<string, number> =>
    new Map(rows.filter((row) => row.is_link === isLink).map(({ key, open }) => [key, Number(open)]));
  return { openOfLink: counts(true), openOfCreator: counts(false) };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
