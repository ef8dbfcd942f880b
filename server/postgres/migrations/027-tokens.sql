-- survived by: 016
-- Tokens that the operator allows or once did: donations in them go on being known. Amounts are whole units, up to a u64.
create table tokens (
  mint text primary key,
  symbol text not null check (length(symbol) between 1 and 10),
  decimals smallint not null check (decimals between 0 and 18),
  -- No streamer's minimum may be below.
  minimum_units numeric(20, 0) not null check (minimum_units > 0),
  is_allowed boolean not null
);

-- Which of them a streamer takes, and from what amount on. No row: not this one.
create table streamer_tokens (
  user_id uuid not null references users,
  mint text not null references tokens,
  is_on boolean not null,
  minimum_units numeric(20, 0) not null check (minimum_units > 0),
  primary key (user_id, mint)
);

-- The side of a donation that is paid in a token. All null: in SOL. Then nothing of this is read or written.
alter table donations
  add column token_mint text,
  add column token_account text,
  add column minimum_units numeric(20, 0),
  add column asked_units numeric(20, 0),
  add column received_units numeric;
alter table donations
  add constraint donations_token foreign key (token_mint) references tokens not valid,
  add constraint donations_token_whole
    check (num_nulls(token_mint, token_account, minimum_units, received_units) in (0, 4)) not valid,
  add constraint donations_token_asked check (asked_units >= minimum_units) not valid;

-- What is paid in a token is paid by that token alone, also by the books of a version that knows of SOL only.
do $$
declare
  known text := (
    select conname from pg_constraint
    where conrelid = 'donations'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%received_lamports >= min_lamports%' and pg_get_constraintdef(oid) like '%paid_at%'
  );
begin
  execute format('alter table donations drop constraint %I', known);
end $$;
alter table donations add constraint donations_paid_in_full check (
  paid_at is null or failed_at is not null
  or case when token_mint is null then received_lamports >= min_lamports else received_units >= minimum_units end
) not valid;
create unique index donations_token_account on donations (token_account) where token_account is not null;
create index donations_paid_in_tokens on donations (user_id, token_mint) where token_mint is not null and paid_at is not null;

-- Every transaction that moved the token account of a donation.
create table token_entries (
  donation_id uuid not null references donations,
  signature text not null,
  slot bigint not null,
  block_time timestamptz not null,
  units numeric(21, 0) not null,
  payers text[] not null default '{}',
  succeeded boolean not null,
  finalized boolean not null,
  dropped boolean not null default false,
  seen_at timestamptz not null default now(),
  primary key (donation_id, signature),
  check (not (finalized and dropped))
);
create index token_entries_unfinalized on token_entries (slot) where not finalized and not dropped;

-- When each token account is read, and what our books say is in it.
create table token_watches (
  donation_id uuid primary key references donations,
  account text not null,
  known_units numeric(20, 0) not null default 0,
  next_read_at timestamptz not null,
  is_open boolean not null default true
) with (fillfactor = 70);
create index token_watches_due on token_watches (is_open desc, next_read_at);

-- Tokens that are to be passed on, and the signed transfers; the rules of sweep_jobs and sweeps.
create table token_sweep_jobs (
  donation_id uuid primary key references donations,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  lease_fence bigint,
  fence bigint not null default 0,
  attempts integer not null default 0,
  last_error text
);
create index token_sweep_jobs_due on token_sweep_jobs (next_attempt_at);

create table token_sweeps (
  signature text primary key,
  donation_id uuid not null references donations,
  mint text not null references tokens,
  account text not null,
  -- The streamer's wallet; the tokens are in its associated account.
  destination text not null,
  units numeric(20, 0) not null check (units > 0),
  fee_lamports bigint not null check (fee_lamports >= 0),
  fee_payer text not null,
  raw bytea not null,
  last_valid_block_height bigint not null,
  fence bigint not null,
  state text not null default 'live' check (state in ('live', 'landed', 'failed', 'expired')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'live') = (ended_at is null))
);
create unique index token_sweeps_live on token_sweeps (donation_id) where state = 'live';
create index token_sweeps_by_donation on token_sweeps (donation_id);

-- What the account that pays for transfers of tokens held when somebody looked last.
create table fee_payer (
  is_only boolean primary key default true check (is_only),
  address text not null,
  lamports bigint not null,
  low_lamports bigint not null,
  read_at timestamptz not null
);
