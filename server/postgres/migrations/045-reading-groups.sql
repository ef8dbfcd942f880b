-- survived by: 044
-- Closed addresses that are read with one call share a row that says when. A watch of a group is not due by itself
-- ('9999-01-01'), unless somebody makes it so. To the version before, which knows no groups, that is a time that lies too far
-- ahead: it makes such watches due, a thousand each half minute, and reads them one by one.
create table reading_groups (
  id bigint generated always as identity primary key,
  newest_expires_at timestamptz not null,
  next_read_at timestamptz not null
);
create index reading_groups_due on reading_groups (next_read_at);
alter table reading_groups set (autovacuum_vacuum_scale_factor = 0.05);
alter table watches
  add column group_id bigint,
  add constraint watches_group foreign key (group_id) references reading_groups not valid,
  add constraint watches_read check (group_id is not null or next_read_at < timestamptz '9999-01-01 00:00:00+00') not valid;
