-- survived by: 016
-- Amounts that a streamer offers to donors. Those below the minimum are kept and not offered.
alter table users add column preset_lamports bigint[] not null default '{}';
alter table users add constraint users_few_presets check (cardinality(preset_lamports) <= 6) not valid;

-- What the donor chose: an amount for the payment link, and what viewers are not shown. What was paid counts all the same.
alter table donations
  add column asked_lamports bigint,
  add column hides_name boolean not null default false,
  add column hides_amount boolean not null default false;
alter table donations add constraint donations_asked check (asked_lamports >= min_lamports) not valid;

-- Donations that leaderboards leave out and tickers do not name: few beside all that are paid.
create index donations_hidden on donations (user_id, id) where (hides_name or hides_amount) and paid_at is not null;
