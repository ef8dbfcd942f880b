import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/app/ports.ts';
import type { ReadingGroup, ReadingGroupStore } from '#server/app/watch-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createDueFloor } from './due-floor.ts';
import { claimMs, nextOfClosed, withItsGroup } from './reading-spans.ts';
import { isOverslept, longestClosedMs } from './wake-overslept.ts';

/** So many addresses are looked through for groups at a time. */
const mostGathered = 2000;

interface ClaimedRow {
  id: bigint;
  due_at: Date;
  donation_id: string | null;
  address: string;
  known_lamports: bigint;
}

/**
 * Closed addresses in groups (architecture: 'Watching'). A group is as large as a call, and is made once so many are there
 * that have none; until then they are read by themselves. Which those are is never changed: what is made due by itself is
 * its group's again once it was read.
 *
 * What is due soonest comes into groups first, and of that what expired one after the other into one: a group is read as
 * often as its youngest address.
 *
 * Donations are looked up by an array of their ids, and members of a group by that alone (`offset 0`): whatever statistics
 * say, PostgreSQL must not go through all there are, nor through that array for each of them.
 */
export function createReadingGroupStore(db: Database, clock: Clock, size = 100): ReadingGroupStore {
  const dueFloor = createDueFloor();
  return {
    async gather() {
      const { rows } = await sql<{ found: number; made: number }>`
        with found as (
          select donation_id, next_read_at from watches
          where not is_open and next_read_at < ${withItsGroup} and group_id is null and look_at is null and not is_claimed
          order by next_read_at limit ${mostGathered} for update skip locked
        ), placed as (
          select f.donation_id, f.next_read_at, d.expires_at,
            (row_number() over (order by d.expires_at, f.donation_id) - 1) / ${size}::int as place
          from found f join (
            select id, expires_at from donations where id = any (array(select donation_id from found)) offset 0
          ) d on d.id = f.donation_id
        ), wanted as (
          select place, nextval(pg_get_serial_sequence('reading_groups', 'id')) as id, newest, due from (
            select place, max(expires_at) as newest, greatest(min(next_read_at), ${clock.now()}) as due
            from placed group by place having count(*) = ${size}::int
          ) full_ones
        ), made as (
          insert into reading_groups (id, newest_expires_at, next_read_at) overriding system value
          select id, newest, due from wanted
        ), moved as (
          update watches w set group_id = g.id, next_read_at = ${withItsGroup}
          from placed p join wanted g using (place) where w.donation_id = p.donation_id
        )
        select (select count(*) from found)::int as found, (select count(*) from wanted)::int as made`.execute(
        db,
      );
      const [{ found, made } = { found: 0, made: 0 }] = rows;
      return made > 0 && found === mostGathered;
    },
    async claimDue(limit) {
      const now = clock.now();
      const until = new Date(now.getTime() + claimMs);
      const floor = dueFloor.forClaim(now);
      const { rows } = await sql<ClaimedRow>`
        with due as (
          select id, next_read_at from reading_groups where next_read_at <= ${now} and next_read_at > ${floor}
          order by next_read_at limit ${limit} for update skip locked
        ), claimed as (
          update reading_groups set next_read_at = ${until} where id = any (array(select id from due)) returning id
        )
        select due.id, due.next_read_at as due_at, w.donation_id, w.address, w.known_lamports
        from claimed join due using (id)
        left join lateral (
          select donation_id, address, known_lamports, next_read_at from watches where group_id = due.id offset 0
        ) w on w.next_read_at = ${withItsGroup}`.execute(db);
      const groups = toGroups(rows);
      if (groups.length < limit) dueFloor.noteFoundAll(floor, now);
      return { groups, until };
    },
    async markRead(groups, until) {
      const nextReadAt = nextOfClosed(sql`newest_expires_at`, until, clock.now());
      await sql`
        update reading_groups set next_read_at = ${nextReadAt}
        where id = any (${lockedClaim(groups, until)})`.execute(db);
    },
    async giveBack(groups, until) {
      await sql`
        update reading_groups g set next_read_at = claimed.due_at
        from unnest(${idsOf(groups)}::bigint[], ${groups.map(({ dueAt }) => dueAt)}::timestamptz[]) claimed (id, due_at)
        where g.id = any (${lockedClaim(groups, until)}) and claimed.id = g.id`.execute(db);
      dueFloor.noteMovedBack();
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('reading_groups')
        .select((eb) => eb.fn.min('next_read_at').as('at'))
        .where('next_read_at', '>', dueFloor.forNext(clock.now()))
        .executeTakeFirst();
      return row?.at ?? null;
    },
    async wakeOverslept() {
      const now = clock.now();
      await sql`
        update reading_groups set next_read_at = ${now} where id = any (array(
          select id from reading_groups where ${isOverslept('next_read_at', now, longestClosedMs)}
          order by id for no key update))`.execute(db);
    },
  };
}

const idsOf = (groups: readonly ReadingGroup[]): bigint[] => groups.map(({ id }) => id);

/** Those of a claim that nobody claimed anew, locked in the order in which everybody does. */
function lockedClaim(groups: readonly ReadingGroup[], until: Date): RawBuilder<bigint[]> {
  return sql`array(
    select id from reading_groups where id = any (${idsOf(groups)}::bigint[]) and next_read_at = ${until}
    order by id for no key update)`;
}

function toGroups(rows: readonly ClaimedRow[]): ReadingGroup[] {
  const groups = new Map<bigint, ReadingGroup>();
  for (const row of rows) {
    const group = groups.get(row.id) ?? { id: row.id, dueAt: row.due_at, watches: [] };
    const { donation_id: donationId, address, known_lamports: knownLamports } = row;
    if (donationId !== null) group.watches.push({ donationId, address, knownLamports });
    groups.set(row.id, group);
  }
  return [...groups.values()];
}
