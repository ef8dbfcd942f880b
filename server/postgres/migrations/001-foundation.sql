-- The installation itself: which chain and which seed this data belongs to.
create table installation (
  id boolean primary key default true check (id),
  genesis_hash text not null,
  seed_fingerprint text not null,
  key_epoch integer not null check (key_epoch >= 0),
  created_at timestamptz not null default now()
);

-- Server processes that are alive: each renews its row. What a silent one held is free again.
create table processes (
  id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create sequence key_users as integer start 1;

create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null check (username ~ '^[A-Za-z0-9_-]{3,20}$'),
  password_hash text not null,
  wallet_address text not null unique,
  key_user integer not null unique check (key_user > 0),
  key_epoch integer not null check (key_epoch >= 0),
  donation_code text not null unique,
  widget_code text not null unique,
  widget_code_used_at timestamptz,
  min_lamports bigint not null default 2000000 check (min_lamports between 2000000 and 100000000000),
  card_color text not null default '#22c55e' check (card_color ~* '^#[0-9a-f]{6}$'),
  card_gradient text check (length(card_gradient) <= 8000),
  time_zone text not null default 'UTC',
  payout_address text,
  accepting_donations boolean not null default true,
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  check (donation_code <> widget_code)
);
create unique index users_username on users (lower(username));

-- The next key index of a streamer. Index 0 is the streamer's own wallet. Its row lock also makes the caps exact.
create table key_counters (
  user_id uuid primary key references users,
  next_index integer not null default 1 check (next_index > 0)
) with (fillfactor = 50);

create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  password_typed_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

-- Facts of a donation. The status follows from them as in server/domain/donation.ts; a test holds both together.
create table donations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  donator_name text not null check (length(donator_name) between 1 and 200),
  message text not null check (length(message) <= 2000),
  address text not null unique,
  key_user integer not null,
  key_epoch integer not null,
  key_index integer not null check (key_index > 0),
  min_lamports bigint not null check (min_lamports > 0),
  creator text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  received_lamports bigint not null default 0 check (received_lamports >= 0),
  late boolean not null default false,
  paid_at timestamptz,
  shown_at timestamptz,
  settled_how text check (settled_how in ('overlay', 'marked', 'skipped', 'dismissed', 'rejected')),
  swept_at timestamptz,
  transfer_signature text,
  expired_at timestamptz,
  failed_at timestamptz,
  status text not null generated always as (
    case
      when failed_at is not null then 'FAILED'
      when paid_at is not null and shown_at is not null and swept_at is not null then 'TRANSFERRED'
      when paid_at is not null and shown_at is not null then 'SHOWN'
      when paid_at is not null then 'RECEIVED'
      when expired_at is not null then 'EXPIRED'
      else 'PENDING'
    end
  ) stored,
  unique (key_user, key_epoch, key_index),
  check (expires_at > created_at),
  check ((shown_at is null) = (settled_how is null)),
  check (shown_at is null or paid_at is not null or expired_at is not null),
  check (failed_at is null or paid_at is not null),
  check (swept_at is null or transfer_signature is not null),
  check (paid_at is null or failed_at is not null or received_lamports >= min_lamports)
);
create index donations_by_streamer on donations (user_id, created_at desc, id);
create index donations_open_by_streamer on donations (user_id) where paid_at is null and expired_at is null;
create index donations_open_by_creator on donations (creator) where paid_at is null and expired_at is null;

-- Every transaction that moved a deposit address. Money is never counted from anything else.
create table chain_entries (
  address text not null references donations (address),
  signature text not null,
  slot bigint not null,
  block_time timestamptz not null,
  lamports bigint not null,
  fee_lamports bigint not null check (fee_lamports >= 0),
  succeeded boolean not null,
  finalized boolean not null,
  dropped boolean not null default false,
  seen_at timestamptz not null default now(),
  primary key (address, signature),
  check (not (finalized and dropped))
);
create index chain_entries_unfinalized on chain_entries (slot) where not finalized and not dropped;

-- Which address is read when, and which process listens for it.
create table watches (
  donation_id uuid primary key references donations,
  address text not null,
  known_lamports bigint not null default 0,
  next_read_at timestamptz not null,
  is_open boolean not null default true,
  process_id uuid
) with (fillfactor = 70);
create index watches_due on watches (is_open desc, next_read_at);
create index watches_open on watches (process_id) where is_open;

-- Money that is to be passed on. A row exists while there is something to move.
create table sweep_jobs (
  donation_id uuid primary key references donations,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  fence bigint not null default 0,
  attempts integer not null default 0,
  last_error text
);
create index sweep_jobs_due on sweep_jobs (next_attempt_at);

-- Signed transfers, stored before they are sent. At most one can be on its way for an address.
create table sweeps (
  signature text primary key,
  donation_id uuid not null references donations,
  address text not null,
  destination text not null,
  lamports bigint not null check (lamports > 0),
  fee_lamports bigint not null check (fee_lamports >= 0),
  raw bytea not null,
  last_valid_block_height bigint not null,
  fence bigint not null,
  state text not null default 'live' check (state in ('live', 'landed', 'failed', 'expired')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'live') = (ended_at is null)),
  check (destination <> address)
);
create unique index sweeps_live on sweeps (address) where state = 'live';
create index sweeps_by_donation on sweeps (donation_id);

-- The outbox of alerts. One payment alert per donation, ever.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  user_id uuid not null references users,
  donation_id uuid references donations,
  kind text not null check (kind in ('payment', 'replay', 'test')),
  queued_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  trayed_at timestamptz,
  settled_at timestamptz,
  settled_how text check (settled_how in ('overlay', 'marked', 'skipped', 'dismissed', 'rejected')),
  check ((settled_at is null) = (settled_how is null)),
  check (kind = 'test' or donation_id is not null)
);
create unique index alerts_one_payment on alerts (donation_id) where kind = 'payment';
create index alerts_waiting on alerts (user_id, seq) where settled_at is null and trayed_at is null;

-- One row per streamer: when to look at the queue again. Null: only when somebody wakes it.
create table alert_queues (
  user_id uuid primary key references users,
  wake_at timestamptz,
  last_sent_at timestamptz,
  last_hold_ms integer not null default 0
) with (fillfactor = 70);
create index alert_queues_due on alert_queues (wake_at) where wake_at is not null;

-- Overlays that are open now, over all processes.
create table overlay_sockets (
  socket_id text primary key,
  process_id uuid not null references processes on delete cascade,
  user_id uuid not null references users,
  visible boolean not null default true,
  opened_at timestamptz not null default now()
);
create index overlay_sockets_by_streamer on overlay_sockets (user_id);

-- What sockets must hear. Written in the transaction that changed something; every process reads all of it.
create table events (
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  room text not null,
  name text not null,
  body jsonb not null,
  at timestamptz not null default now(),
  primary key (xid, seq)
);
create index events_by_time on events (at);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid references users,
  action text not null,
  detail jsonb not null default '{}'
);
