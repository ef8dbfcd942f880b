-- survived by: 016
-- Sessions that are past their end are found without reading all others.
create index sessions_by_use on sessions (seen_at);
create index sessions_by_end on sessions (expires_at);
-- A row is read and moved on every few seconds, so what is dead lies in the way of who asks for the next one.
alter table watches set (autovacuum_vacuum_scale_factor = 0.05);
