-- What people decide about alerts. `state` follows from the facts as in server/domain/alert.ts; a test holds both together.
alter table alerts
  -- When it belongs in the order: a payment by its block, everything else by when it was asked for. Several blocks bear
  -- the same second: their slots tell them apart.
  add column place timestamptz not null default now(),
  add column place_slot bigint not null default 0,
  add column goes_next boolean not null default false,
  add column held_at timestamptz,
  add column approved_at timestamptz,
  add column is_masked boolean not null default false,
  add column found_words text[] not null default '{}';
update alerts a set place = d.paid_at from donations d where d.id = a.donation_id and d.paid_at is not null;
alter table alerts add column state text not null generated always as (
  case
    when settled_at is not null then 'settled'
    when held_at is not null and approved_at is null then 'held'
    when trayed_at is not null then 'tray'
    else 'queue'
  end
) stored;
drop index alerts_waiting;
drop index alerts_unsettled;
create index alerts_by_state on alerts (user_id, state, goes_next desc, place, place_slot, seq) where state <> 'settled';
create index alerts_on_stream on alerts (user_id, sent_at) where state = 'queue' and sent_at is not null;
create index alerts_settled on alerts (user_id, settled_at desc) where state = 'settled';

alter table alert_queues
  add column paused_at timestamptz,
  add column volume integer not null default 100 check (volume between 0 and 100),
  add column is_muted boolean not null default false;

-- A donation that is never to be shown, paid or not yet.
alter table donations add column blocked_at timestamptz;
create index donations_failed on donations (user_id) where failed_at is not null;

create table alert_settings (
  user_id uuid primary key references users,
  approve_first boolean not null,
  word_action text not null check (word_action in ('mask', 'hold')),
  word_lists text[] not null,
  own_words text[] not null,
  allowed_words text[] not null,
  clip_minimum_lamports bigint check (clip_minimum_lamports > 0),
  stacks_cards boolean not null
);

-- Tokens of tools and moderators, by their SHA-256; the token itself is nowhere.
create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  token_hash bytea not null unique check (length(token_hash) = 32),
  scope text not null check (scope in ('alerts', 'moderator')),
  name text not null check (length(name) between 1 and 160),
  hides_amounts boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index access_tokens_in_force on access_tokens (user_id, created_at) where revoked_at is null;

-- Who did what at the desk: appended to, never changed.
create table desk_log (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  at timestamptz not null default now(),
  who text not null,
  role text not null check (role in ('streamer', 'tool', 'moderator')),
  action text not null,
  donator_name text
);
create index desk_log_newest on desk_log (user_id, id desc);
