-- survived by: 016
-- What one SOL cost, as the operator's source said: each payment is valued by the one before its block. For how long it was
-- believed stands with it, so that nobody who records a payment needs to know the configuration.
create table sol_prices (
  read_at timestamptz primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  digits smallint not null check (digits between 0 and 4),
  -- Millionths of the currency's unit. Every SOL there is, valued by it in the smallest unit, has room in a bigint.
  price_micros bigint not null check (price_micros > 0 and price_micros <= 10000000000000000 / 10 ^ digits),
  good_until timestamptz not null check (good_until > read_at)
);

-- When somebody is to ask next. One row.
create table price_turn (
  id boolean primary key default true check (id),
  next_at timestamptz not null
);

-- The value of a payment when it was made: the currency, the price of one SOL, and the value in the smallest unit.
alter table chain_entries
  add column fiat_currency text,
  add column fiat_price_micros bigint,
  add column fiat_minor bigint,
  add constraint chain_entries_valued check (num_nulls(fiat_currency, fiat_price_micros, fiat_minor) in (0, 3)) not valid;

-- The same of all payments of a donation that the chain still has; null where one of them has none, or another currency.
alter table donations
  add column fiat_currency text,
  add column fiat_price_micros bigint,
  add column fiat_minor bigint,
  add constraint donations_valued check (num_nulls(fiat_currency, fiat_price_micros, fiat_minor) in (0, 3)) not valid;

-- Whether cards on stream show it.
alter table alert_settings add column shows_fiat boolean not null default false;
