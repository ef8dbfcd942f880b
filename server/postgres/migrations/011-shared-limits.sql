-- survived by: 010
-- How often something was asked for, over all processes. What a crash empties was worth a minute, so it is not logged,
-- and no commit waits for the disk because of it. Keys are hashes of addresses, accounts and names.
create unlogged table limit_counts (
  key text not null check (length(key) <= 32),
  ends_at timestamptz not null,
  count integer not null check (count >= 0),
  primary key (key, ends_at)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index limit_counts_by_end on limit_counts (ends_at);
-- The last time that a request came by a proxy which the configuration does not name, for `brava doctor`. No row: never.
create table unknown_proxies (
  is_only boolean primary key default true check (is_only),
  peer text not null,
  seen_at timestamptz not null
);
