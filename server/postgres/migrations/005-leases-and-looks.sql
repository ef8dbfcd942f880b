-- A lease on a sweep job is named by the fence of its claim, so that its holder can free it whatever was asked meanwhile.
alter table sweep_jobs add column lease_fence bigint;
-- An address that is being read is due again soon, should its reader die; until then nobody reads it along.
alter table watches add column is_claimed boolean not null default false;
-- A change that somebody told of and that could not be recorded yet: of which slot, since when, and when to look again.
alter table watches add column look_slot bigint, add column look_since timestamptz, add column look_at timestamptz;
alter table watches add constraint watches_look
  check ((look_slot is null) = (look_at is null) and (look_slot is null) = (look_since is null));
create index watches_looks on watches (look_at) where look_at is not null;
