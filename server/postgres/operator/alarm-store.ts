import { sql } from 'kysely';
import type { TellFailure } from '#contract/alarms.ts';
import type {
  AlarmChanges,
  AlarmStore,
  ClaimedWay,
  TellOutcome,
  WayResult,
} from '#server/app/alarms/alarm-ports.ts';
import type { FoundTrouble } from '#server/domain/alarms/alarm.ts';
import { type AlarmRow, listLastEnds, listToTell, toAlarm, toAlarmRow } from './alarm-rows.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';

const dayMs = 86_400_000;
/** What is longer over is cleared away. */
const keptDays = 90;
/** An end that was longer ago says nothing of what begins now, and is told to nobody any more. */
const recentMs = dayMs;
/** Where a way delivered its last message, though not to everybody, no outage goes on: the next failure is the first. */
const failuresNow = sql<number>`case when w.delivered_at >= w.failing_since then 0 else w.failures end`;
/** A time to wait for that is further away is of a clock that was wrong. */
const longestWaitMs = 2 * 3_600_000;

/** Alarms in PostgreSQL, seen from one process. */
export function createAlarmStore(db: Database, processId: string): AlarmStore {
  return {
    async takeTurn(now, everyMs) {
      const nextAt = new Date(now.getTime() + everyMs);
      const { rows } = await sql`
        insert into alarm_turn as t (next_at) values (${nextAt})
        on conflict (id) do update set next_at = excluded.next_at
        where t.next_at <= ${now} or t.next_at > ${new Date(nextAt.getTime() + everyMs)}
        returning 1`.execute(db);
      return rows.length > 0;
    },
    async report(found) {
      // A process without a row counts as dead; it has one again before it is asked next.
      await sql`
        insert into alarm_reports (process_id, findings)
        select id, ${JSON.stringify(found)}::jsonb from processes where id = ${processId}
        on conflict (process_id) do update set findings = excluded.findings`.execute(db);
    },
    async reports() {
      const { rows } = await sql<{ findings: FoundTrouble[] }>`
        select r.findings from alarm_reports r join processes p on p.id = r.process_id
        where p.seen_at > now() - ${processSilentSeconds} * interval '1 second'
        order by p.started_at, p.id`.execute(db);
      return rows.flatMap(({ findings }) => findings);
    },
    change: (now, decide) =>
      db.transaction().execute(async (trx) => {
        // Who judges while another one still stores waits here, and then judges by what that one stored.
        await sql`select from alarm_turn for update`.execute(trx);
        const rows = await trx.selectFrom('alarms').selectAll().where('cleared_at', 'is', null).execute();
        const ends = await listLastEnds(trx, new Date(now.getTime() - recentMs));
        await store(trx, decide(rows.map(toAlarm), ends), now);
      }),
    claim: (way, now, leaseMs) => claim(db, { way, now, leaseMs }),
    async release({ way, fence }) {
      await db
        .updateTable('alarm_ways')
        .set({ lease_until: null })
        .where('way', '=', way)
        .where('fence', '=', fence)
        .execute();
    },
    finish: (claimed, result) => db.transaction().execute((trx) => finish(trx, claimed, result)),
    async ways() {
      const rows = await db.selectFrom('alarm_ways').selectAll().execute();
      return rows.map((row) => ({
        way: row.way,
        deliveredAt: row.delivered_at,
        failing:
          row.failure === null || row.failing_since === null
            ? null
            : { why: row.failure, status: row.status, since: row.failing_since, nextAt: row.next_at },
      }));
    },
    async standing() {
      const { rows } = await sql<AlarmRow & { told_at: Date | null }>`
        select a.*, (select max(told_at) from alarm_tellings where alarm_id = a.id) as told_at
        from alarms a where cleared_at is null and settled_at is not null
        order by level, raised_at, id`.execute(db);
      return rows.map((row) => ({ ...toAlarm(row), toldAt: row.told_at }));
    },
    async past(limit) {
      const { rows } = await sql<AlarmRow & { cleared_at: Date; was_told: boolean }>`
        select a.*, exists (select from alarm_tellings where alarm_id = a.id) as was_told
        from alarms a where cleared_at is not null
        order by cleared_at desc, id desc limit ${limit}`.execute(db);
      return rows.map((row) => ({ ...toAlarm(row), clearedAt: row.cleared_at, wasTold: row.was_told }));
    },
  };
}

async function store(trx: Trx, { raised, changed, forgotten }: AlarmChanges, now: Date): Promise<void> {
  for (const alarm of changed) {
    await trx.updateTable('alarms').set(toAlarmRow(alarm)).where('id', '=', alarm.id).execute();
  }
  if (raised.length > 0) await trx.insertInto('alarms').values(raised.map(toAlarmRow)).execute();
  if (forgotten.length > 0) await trx.deleteFrom('alarms').where('id', 'in', forgotten).execute();
  const oldest = new Date(now.getTime() - keptDays * dayMs);
  await trx.deleteFrom('alarms').where('cleared_at', '<', oldest).execute();
}

async function claim(
  db: Database,
  { way, now, leaseMs }: { way: ClaimedWay['way']; now: Date; leaseMs: number },
): Promise<ClaimedWay | null> {
  const { rows } = await sql<Pick<ClaimedWay, 'fence' | 'failures' | 'openedAt'>>`
    insert into alarm_ways as w (way, opened_at, next_at, lease_until, fence)
    values (${way}, ${now}, ${now}, ${new Date(now.getTime() + leaseMs)}, 1)
    on conflict (way) do update set lease_until = excluded.lease_until, fence = w.fence + 1
    where (w.next_at <= ${now} or w.next_at > ${new Date(now.getTime() + longestWaitMs)})
      and (w.lease_until is null or w.lease_until <= ${now} or w.lease_until > excluded.lease_until)
    returning w.fence, ${failuresNow} as failures, w.opened_at as "openedAt"`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return { way, ...row, alarms: await listToTell(db, way, new Date(now.getTime() - recentMs)) };
}

async function finish(
  trx: Trx,
  { way, fence, failures }: ClaimedWay,
  { now, outcome, told, nextAt }: WayResult,
): Promise<void> {
  const held = await trx
    .selectFrom('alarm_ways')
    .select('failing_since')
    .where('way', '=', way)
    .where('fence', '=', fence)
    .forUpdate()
    .executeTakeFirst();
  if (outcome.isDelivered) {
    for (const { alarmId, telling } of told) {
      const row = {
        level: telling.level,
        told_at: telling.toldAt,
        times: telling.times,
        over_at: telling.overAt,
      };
      await trx
        .insertInto('alarm_tellings')
        .values({ alarm_id: alarmId, way, ...row })
        .onConflict((conflict) => conflict.columns(['alarm_id', 'way']).doUpdateSet(row))
        .execute();
    }
  }
  if (held === undefined) return;
  const failure = failureOf(outcome);
  const isFirst = outcome.isDelivered || failures === 0;
  const state =
    failure === null
      ? { failures: 0, failing_since: null, failure: null, status: null }
      : {
          failures: isFirst ? 1 : failures + 1,
          failing_since: isFirst ? now : (held.failing_since ?? now),
          ...failure,
        };
  await trx
    .updateTable('alarm_ways')
    .set({
      ...state,
      ...(outcome.isDelivered && { delivered_at: now }),
      next_at: nextAt,
      lease_until: null,
    })
    .where('way', '=', way)
    .execute();
}

/** What is wrong with the way, whether or not somebody was told by it. */
function failureOf(outcome: TellOutcome): { failure: TellFailure; status: number | null } | null {
  if (!outcome.isDelivered) return { failure: outcome.why, status: outcome.status };
  return outcome.refusedSome ? { failure: 'address_refused', status: null } : null;
}
