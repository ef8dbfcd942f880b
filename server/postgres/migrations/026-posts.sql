-- survived by: 016
-- Where a streamer's donations are told of: one channel on Discord, one chat on Twitch. `sealed_key` opens it: AES-256-GCM
-- under a key that is derived from the master seed, so it cannot be read here.
create table post_places (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('discord', 'twitch')),
  is_on boolean not null default false,
  template text not null check (length(template) between 1 and 300),
  minimum_lamports bigint check (minimum_lamports > 0),
  label text check (length(label) <= 200),
  sealed_key bytea,
  -- Raised with every key: of two that are refreshed at once, one is kept.
  key_generation integer not null default 0,
  connected_at timestamptz,
  -- When the service is to be asked whether the key is still good.
  check_at timestamptz,
  ended_why text check (ended_why in ('gone', 'refused')),
  -- Nothing is sent before: messages have a pace, and services ask for pauses.
  rest_until timestamptz,
  lease_until timestamptz,
  fence bigint not null default 0,
  unique (user_id, kind),
  check ((sealed_key is null) = (connected_at is null)),
  check (ended_why is null or sealed_key is null)
) with (fillfactor = 70);
create index post_places_to_check on post_places (kind, check_at) where sealed_key is not null;

-- A code that a streamer is to type at Twitch.
create table post_links (
  user_id uuid primary key references users on delete cascade,
  sealed_device_code bytea not null,
  user_code text not null check (length(user_code) between 1 and 50),
  url text not null check (length(url) between 1 and 500),
  every_ms integer not null check (every_ms > 0),
  expires_at timestamptz not null,
  next_at timestamptz not null
);
create index post_links_due on post_links (next_at);

-- What is told: written with the alert, in the transaction of the payment. The text is made when it is sent, of what viewers may
-- know by then. No foreign key to the place: a payment that is being recorded must never meet a missing one.
create table posts (
  id uuid primary key default gen_random_uuid(),
  place_id uuid not null,
  donation_id uuid references donations,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz,
  -- It is on its way. Who dies then leaves it so: it may have arrived and is not sent again.
  sending_since timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  error text,
  said text check (length(said) <= 200),
  check (num_nonnulls(next_at, sent_at, given_up_at) = 1)
) with (fillfactor = 80);
create unique index posts_once on posts (place_id, donation_id);
create index posts_due on posts (place_id, next_at) where next_at is not null;
create index posts_listed on posts (place_id, created_at desc, id);
create index posts_by_age on posts (created_at);

-- Whether any of the streamer's places is on: it is read with what recording a payment reads of the streamer anyway, so that
-- posts cost nothing where nobody has any.
alter table users add column has_posts boolean not null default false;
