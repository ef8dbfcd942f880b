-- survived by: 016
-- What streamers take out of their generated wallets: confirmed, tried for a while, and then paid or not.
create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users,
  key_epoch integer not null,
  destination text not null,
  is_all boolean not null,
  lamports bigint not null check (lamports > 0),
  fee_lamports bigint not null check (fee_lamports >= 0),
  unit_price bigint not null check (unit_price >= 0),
  balance_lamports bigint not null check (balance_lamports > 0),
  created_at timestamptz not null,
  seen_at timestamptz,
  landed_at timestamptz,
  failed_at timestamptz,
  given_up_at timestamptz,
  given_up_why text check (given_up_why in ('no_answer', 'changed', 'refused', 'restored')),
  ended_at timestamptz,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  fence bigint not null default 0,
  attempts integer not null default 0,
  check (num_nonnulls(landed_at, failed_at, given_up_at) = num_nonnulls(ended_at)),
  check ((given_up_at is null) = (given_up_why is null))
);
-- One at a time: a second one could take what the first one left to stand on.
create unique index withdrawals_open on withdrawals (user_id) where ended_at is null;
create index withdrawals_of_streamer on withdrawals (user_id, created_at);

-- Its signed transfers, each stored before it is sent. At most one of them may still land.
create table withdrawal_transfers (
  signature text primary key,
  withdrawal_id uuid not null references withdrawals,
  raw bytea not null,
  lamports bigint not null check (lamports > 0),
  fee_lamports bigint not null check (fee_lamports >= 0),
  last_valid_block_height bigint not null,
  signed_slot bigint not null,
  state text not null default 'live' check (state in ('live', 'landed', 'failed', 'expired')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'live') = (ended_at is null))
);
create unique index withdrawal_transfers_live on withdrawal_transfers (withdrawal_id) where state in ('live', 'landed', 'failed');
create index withdrawal_transfers_of on withdrawal_transfers (withdrawal_id);

-- The final transactions of generated wallets, read once from the chain.
create table wallet_entries (
  user_id uuid not null references users,
  signature text not null,
  slot bigint not null,
  block_time timestamptz not null,
  lamports bigint not null,
  fee_lamports bigint not null check (fee_lamports >= 0),
  succeeded boolean not null,
  donation_id uuid references donations on delete set null,
  primary key (user_id, signature)
);
create index wallet_entries_shown on wallet_entries (user_id, slot desc, signature desc) where lamports <> 0;
create index wallet_entries_donation on wallet_entries (donation_id) where donation_id is not null;

-- How far each wallet is read. What is newer than the newest that is known is asked for each time somebody looks.
create table wallet_reads (
  user_id uuid primary key references users,
  newest_signature text,
  newest_slot bigint,
  read_at timestamptz,
  lease_until timestamptz
);
-- What is still to be read below it: older than one transaction, newer than another (null: from the beginning).
create table wallet_gaps (
  user_id uuid not null references users,
  before_signature text not null,
  until_signature text,
  before_slot bigint not null,
  primary key (user_id, before_signature)
);
