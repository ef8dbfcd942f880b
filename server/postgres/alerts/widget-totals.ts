import { type RawBuilder, sql } from 'kysely';
import { removedName } from '#contract/removed-name.ts';
import type { RankedDonor, TickedDonation } from '#server/app/widget-ports.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { leftOutCondition } from './left-out.ts';
import {
  receivedToken,
  type ReceivedTokenRow,
  toReceivedToken,
} from '#server/postgres/donations/token-rows.ts';

/** A span of payment times: from then on, before that. */
export interface PaidSpan {
  from: Date;
  before: Date | null;
}

/** The condition of the index `donations_paid`: paid and not taken back by the chain. */
const isPaid = sql<boolean>`d.paid_at is not null and d.failed_at is null`;

/** Donations of a streamer whose donors are not to be named: nobody has approved them, or a person left the name out. */
const unnamed = (userId: string) => sql`(
  select donation_id from alerts where user_id = ${userId} and donation_id is not null and ${leftOutCondition})`;

/** Donations of a streamer whose donors hide name or amount: neither shall be told from the other, or from a sum. */
const hidden = (userId: string) => sql`(
  select id from donations where user_id = ${userId} and (hides_name or hides_amount) and paid_at is not null)`;

/** It was not skipped or dismissed, or was brought back since. What the block list dismissed, nobody has judged. */
const isNotPutAway = sql<boolean>`(d.settled_how is null or d.settled_how not in ('skipped', 'dismissed')
  or exists (select from alerts a where a.donation_id = d.id and a.kind = 'replay'
    and (a.settled_how is null or a.settled_how = 'overlay'))
  or exists (select from donations l where l.id = d.id and l.block_kind is not null))`;

const isNamed = (userId: string): RawBuilder<boolean> => sql<boolean>`(
  d.blocked_at is null and d.donator_name <> ${removedName} and d.settled_how is distinct from 'rejected'
  and ${isNotPutAway} and d.id not in ${unnamed(userId)})`;

const isWithin = ({ from, before }: PaidSpan): RawBuilder<boolean> =>
  before === null ? sql`d.paid_at >= ${from}` : sql`d.paid_at >= ${from} and d.paid_at < ${before}`;

/** Count and gross sum of what was paid in a span: whoever may not be named has paid as well. */
export async function sumPaid(
  db: Database | Trx,
  userId: string,
  span: PaidSpan,
): Promise<{ donations: number; lamports: bigint }> {
  const { rows } = await sql<{ donations: bigint; lamports: string }>`
    select count(*) as donations, coalesce(sum(received_lamports), 0)::text as lamports
    from donations d where d.user_id = ${userId} and ${isPaid} and ${isWithin(span)}`.execute(db);
  const row = rows[0];
  return { donations: Number(row?.donations ?? 0n), lamports: BigInt(row?.lamports ?? '0') };
}

/**
 * Donors by what they have paid in a span, most first; of equals, who got there first.
 *
 * A name is one donor whatever its case, and shown as it was last written. 'Anonymous' is no person and is left out of
 * the ranking: otherwise everybody without a name would win together. So is what may not be named, and what a donor hides:
 * a sum that grows tells an amount.
 */
export async function rankDonors(
  db: Database | Trx,
  userId: string,
  { span, places }: { span: PaidSpan; places: number },
): Promise<RankedDonor[]> {
  // Very many spellings are made lower case and sorted once at most: the rest is done with the best alone.
  const { rows } = await sql<{ key: string; name: string; lamports: string }>`
    with spelled as materialized (
      select name, lower(name) as key, lamports, last
      from (
        select d.donator_name as name, sum(d.received_lamports) as lamports, max(d.paid_at) as last
        from donations d
        where d.user_id = ${userId} and ${isPaid} and ${isWithin(span)} and ${isNamed(userId)}
          and d.id not in ${hidden(userId)}
        group by d.donator_name having sum(d.received_lamports) > 0
      ) as spellings
    ), best as (
      select key, sum(lamports) as lamports, max(last) as last from spelled
      group by key order by 2 desc, 3, 1 limit ${places + 1}
    )
    select best.key, (array_agg(spelled.name order by spelled.last desc, spelled.name))[1] as name,
           best.lamports::text as lamports
    from best join spelled on spelled.key = best.key
    group by best.key, best.lamports, best.last
    order by best.lamports desc, best.last, best.key`.execute(db);
  return rows
    .filter(({ key }) => key !== 'anonymous')
    .slice(0, places)
    .map(({ name, lamports }) => ({ donatorName: name, lamports: BigInt(lamports) }));
}

/** The latest payments that are not kept off the stream, newest first; of those in one second, what was offered last. */
export async function listTicked(
  db: Database | Trx,
  userId: string,
  count: number,
): Promise<TickedDonation[]> {
  const { rows } = await sql<Omit<TickedDonation, 'token'> & { token: ReceivedTokenRow | null }>`
    select d.id, d.donator_name as "donatorName", d.received_lamports as lamports, d.paid_at as "paidAt",
           ${isNamed(userId)} as "isNamed", d.hides_name as "hidesName", d.hides_amount as "hidesAmount",
           ${receivedToken(sql`d`)} as token
    from donations d where d.user_id = ${userId} and ${isPaid} and d.blocked_at is null
    order by d.paid_at desc, d.created_at desc, d.id limit ${count}`.execute(db);
  return rows.map((row) => ({ ...row, token: toReceivedToken(row.token) }));
}

/**
 * When the streamer's day began, by the time zone of their account. Where clocks go back over midnight there are two of
 * them: PostgreSQL names the second one, and the day began an hour before, with the first.
 */
export async function startOfDay(db: Database | Trx, userId: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select case when (midnight - interval '1 hour') at time zone time_zone >= today
      then midnight - interval '1 hour' else midnight end as at
    from users
    cross join lateral (select date_trunc('day', ${now}::timestamptz at time zone time_zone) as today) as d
    cross join lateral (select today at time zone time_zone as midnight) as m
    where id = ${userId}`.execute(db);
  return rows[0]?.at ?? now;
}
