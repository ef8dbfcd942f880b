-- survived by: 016
-- A row is read and moved on every few seconds, so what is dead lies in the way of who asks for the next one.
alter table watches set (autovacuum_vacuum_scale_factor = 0.05);
