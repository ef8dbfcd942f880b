-- survived by: 016
-- Back-ups that servers make by themselves: each attempt, how it ended, and whether a trial restore proved the file.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  -- Where the file lies, and on which machine it was written: a folder of that path may be another one elsewhere.
  place text not null,
  host text not null,
  file text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  bytes bigint check (bytes >= 0),
  row_count bigint check (row_count >= 0),
  checked_at timestamptz,
  failed_at timestamptz,
  failure text,
  detail text,
  -- Removed because newer ones took its place, or looked for and not found.
  removed_at timestamptz,
  missing_at timestamptz,
  check ((failed_at is null) = (failure is null)),
  check (checked_at is null or (finished_at is not null and failed_at is null))
);
create index backup_runs_latest on backup_runs (place, started_at desc);

-- One row: who is making one now, and whether somebody asked for one.
create table backup_turn (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null default now(),
  wanted_at timestamptz,
  holder uuid,
  lease_until timestamptz
);
insert into backup_turn default values;
