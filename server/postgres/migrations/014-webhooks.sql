-- survived by: 010
-- Where streamers have events sent to. No secret is here: it is derived from the master seed, the id and the generation.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  url text not null check (length(url) between 1 and 2000),
  events text[] not null check (cardinality(events) > 0),
  is_active boolean not null default true,
  generation integer not null default 1 check (generation > 0),
  replaced_at timestamptz,
  created_at timestamptz not null,
  disabled_why text check (disabled_why in ('gone', 'failing')),
  -- Failures in a row, and since when nothing else has come.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  -- True once something arrived: slow receivers that never answered must not take the places of others.
  is_proven boolean not null default false,
  -- Nothing is sent before: the receiver fails again and again, or asked for a pause.
  rest_until timestamptz,
  -- One delivery at a time, over all processes.
  lease_until timestamptz,
  fence bigint not null default 0,
  -- Deleted for its streamer. The row goes later: a payment that is being recorded must never meet a missing one.
  deleted_at timestamptz,
  check (disabled_why is null or not is_active),
  check ((failures = 0) = (failing_since is null)),
  check (generation = 1 or replaced_at is not null)
) with (fillfactor = 70);
create index webhooks_by_streamer on webhooks (user_id, created_at);

-- Messages: written in the transaction of the change that they tell of. Each event of a donation once for a webhook.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks,
  event text not null,
  donation_id uuid references donations,
  -- To the letter: it is what is signed.
  payload text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz,
  last_at timestamptz,
  last_status integer,
  last_error text,
  last_duration_ms integer,
  delivered_at timestamptz,
  given_up_at timestamptz,
  check (num_nonnulls(next_at, delivered_at, given_up_at) = 1),
  check ((donation_id is null) = (event = 'test'))
) with (fillfactor = 80);
create unique index webhook_deliveries_once on webhook_deliveries (webhook_id, event, donation_id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where next_at is not null;
create index webhook_deliveries_listed on webhook_deliveries (webhook_id, created_at desc, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at) where next_at is null;

-- What a token opens; empty: `scope` alone. A token of more than the desk has another form, which servers of the version
-- before do not take; for them `scope` is still filled in.
alter table access_tokens add column scopes text[] not null default '{}'
  check (scopes <@ array['alerts', 'moderator', 'donations:read', 'stats:read', 'webhooks']);
