-- survived by: 016
-- The epoch under which the back-up gave out addresses that was put back, until money that came after it has been looked
-- for; null with `unsearched_since`: an older version put it back, and it may be any. The restore of an older back-up adds
-- the column before this step.
alter table installation add column if not exists unsearched_from integer;
