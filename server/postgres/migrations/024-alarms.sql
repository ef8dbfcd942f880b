-- survived by: 016
-- Trouble that was found, from its first sight to its end; see server/domain/alarms/alarm.ts.
create table alarms (
  id bigint generated always as identity primary key,
  code text not null,
  subject text not null,
  name text,
  level text not null check (level in ('problem', 'warning')),
  count integer,
  since timestamptz,
  raised_at timestamptz not null,
  seen_at timestamptz not null,
  troubled_ms bigint not null check (troubled_ms >= 0),
  settled_at timestamptz,
  well_since timestamptz,
  cleared_at timestamptz,
  returns integer not null check (returns >= 0),
  check (cleared_at is null or (settled_at is not null and well_since is not null))
);
create unique index alarms_standing on alarms (code, subject) where cleared_at is null;
create index alarms_past on alarms (cleared_at) where cleared_at is not null;

-- The ways by which operators are told, how the last message went, and who is sending.
create table alarm_ways (
  way text primary key,
  opened_at timestamptz not null,
  delivered_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  failure text,
  status integer,
  next_at timestamptz not null,
  lease_until timestamptz,
  fence bigint not null default 0,
  check ((failures > 0) = (failing_since is not null) and (failures > 0) = (failure is not null))
);

-- What of an alarm got through by a way.
create table alarm_tellings (
  alarm_id bigint not null references alarms on delete cascade,
  way text not null,
  level text not null check (level in ('problem', 'warning')),
  told_at timestamptz not null,
  times integer not null check (times > 0),
  over_at timestamptz,
  primary key (alarm_id, way)
);

-- What a process alone can see: its nodes, its disks, its load.
create table alarm_reports (
  process_id uuid primary key references processes on delete cascade,
  findings jsonb not null
);

-- One process of all judges, whose turn it is.
create table alarm_turn (id boolean primary key default true check (id), next_at timestamptz not null);
