-- What streamers set of goal bar, leaderboard and ticker. No row: everything as it is by default.
create table widget_settings (
  user_id uuid primary key references users,
  goal_title text not null check (length(goal_title) <= 60),
  goal_target_lamports bigint not null check (goal_target_lamports > 0),
  goal_offset_lamports bigint not null check (goal_offset_lamports >= 0),
  -- Null: the goal has never been started anew and counts since the registration.
  goal_since timestamptz,
  -- What was known at `goal_since` of the minute before it: it counts no more. See widget-totals.ts.
  goal_before_lamports bigint not null default 0 check (goal_before_lamports >= 0),
  leaderboard_span text not null check (leaderboard_span in ('day', 'stream', 'all')),
  leaderboard_places integer not null check (leaderboard_places between 1 and 10),
  ticker_count integer not null check (ticker_count between 1 and 20)
);

-- Streams, started and ended by hand. At most one of a streamer is running.
create table streams (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  started_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at >= started_at)
);
create unique index streams_running on streams (user_id) where ended_at is null;
create index streams_newest on streams (user_id, id desc);

-- Sums and newest of what is paid, from the index alone: a streamer may have very many donations.
create index donations_paid on donations (user_id, paid_at desc, id)
  include (received_lamports, donator_name, blocked_at, settled_how)
  where paid_at is not null and failed_at is null;
-- Alerts that a person had masked although no list found anything: their donors are not named.
create index alerts_unnamed on alerts (user_id) include (donation_id)
  where kind = 'payment' and is_masked and found_words = '{}';
