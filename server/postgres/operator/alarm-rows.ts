import type { Selectable } from 'kysely';
import type { AlarmWayName } from '#contract/alarms.ts';
import type { ClaimedWay, LastEnd } from '#server/app/alarms/alarm-ports.ts';
import type { Alarm, StoredAlarm } from '#server/domain/alarms/alarm.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';

export type AlarmRow = Selectable<Schema['alarms']>;

/** An alarm from its row. */
export function toAlarm(row: AlarmRow): StoredAlarm {
  return {
    id: row.id,
    // What another version knows is sorted out by whoever has no words for it.
    code: row.code as Alarm['code'],
    subject: row.subject,
    name: row.name,
    level: row.level,
    count: row.count,
    since: row.since,
    raisedAt: row.raised_at,
    seenAt: row.seen_at,
    troubledMs: Number(row.troubled_ms),
    settledAt: row.settled_at,
    wellSince: row.well_since,
    clearedAt: row.cleared_at,
    returns: row.returns,
  };
}

/** The columns of an alarm. */
export function toAlarmRow(alarm: Alarm): Omit<AlarmRow, 'id'> {
  return {
    code: alarm.code,
    subject: alarm.subject,
    name: alarm.name,
    level: alarm.level,
    count: alarm.count,
    since: alarm.since,
    raised_at: alarm.raisedAt,
    seen_at: alarm.seenAt,
    troubled_ms: BigInt(Math.round(alarm.troubledMs)),
    settled_at: alarm.settledAt,
    well_since: alarm.wellSince,
    cleared_at: alarm.clearedAt,
    returns: alarm.returns,
  };
}

/** When each kind was last over since then. */
export async function listLastEnds(trx: Trx, since: Date): Promise<LastEnd[]> {
  const rows = await trx
    .selectFrom('alarms')
    .select(['code', 'subject', 'cleared_at', 'returns'])
    .where('cleared_at', '>', since)
    .orderBy('code')
    .orderBy('subject')
    .orderBy('cleared_at', 'desc')
    .distinctOn(['code', 'subject'])
    .execute();
  return rows.map(({ cleared_at: clearedAt, ...row }) => ({ ...row, clearedAt: clearedAt ?? since }));
}

/** Everything that a way may have to tell: what stands, and what is over since then and was not told to be. */
export async function listToTell(
  db: Database | Trx,
  way: AlarmWayName,
  since: Date,
): Promise<ClaimedWay['alarms']> {
  const rows = await db
    .selectFrom('alarms as a')
    .leftJoin('alarm_tellings as t', (join) => join.onRef('t.alarm_id', '=', 'a.id').on('t.way', '=', way))
    .selectAll('a')
    .select(['t.told_at', 't.level as told_level', 't.times', 't.over_at'])
    .where('a.settled_at', 'is not', null)
    .where('t.over_at', 'is', null)
    .where((where) => where.or([where('a.cleared_at', 'is', null), where('a.cleared_at', '>', since)]))
    .orderBy('a.id')
    .execute();
  return rows.map(({ told_at: toldAt, told_level: level, times, over_at: overAt, ...row }) => ({
    alarm: toAlarm(row),
    telling: toldAt === null || level === null || times === null ? null : { toldAt, level, times, overAt },
  }));
}
