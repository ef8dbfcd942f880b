-- survived by: 016
-- When the back-up was made that was put back, until money that came after it has been looked for. The restore of an
-- older back-up adds the column before this step.
alter table installation add column if not exists unsearched_since timestamptz;
