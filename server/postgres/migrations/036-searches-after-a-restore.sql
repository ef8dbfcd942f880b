-- survived by: 016
-- When the back-up was made that was put back, until money that came after it has been looked for; and the epochs under
-- which these books gave out addresses before the present one. The restore of an older back-up adds the columns before
-- this step.
alter table installation
  add column if not exists unsearched_since timestamptz,
  add column if not exists past_epochs integer[] not null default '{}';
