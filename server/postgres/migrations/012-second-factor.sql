-- survived by: 010
-- The optional second factor: codes of an authenticator app. Their secret is derived from the master seed and the
-- generation, so nothing here makes a code. A server of before asks for the password alone.
create table second_factors (
  user_id uuid primary key references users,
  -- Names the secret. Random: a secret that was given up never comes back, not even after a restore.
  generation uuid not null default gen_random_uuid(),
  -- Null: its secret was shown, but no code of it has come yet. It asks for nothing.
  confirmed_at timestamptz,
  -- The time step of the newest code that was taken. It and older ones are worth nothing any more.
  last_step bigint,
  -- Wrong codes in a row, and until when none is looked at.
  failures integer not null default 0 check (failures >= 0),
  wait_until timestamptz
);

-- What stands in for a lost device. 80 random bits each, so that a plain SHA-256 cannot be guessed back.
create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- When a code of the second factor was last proven in this session.
alter table sessions add column factor_proven_at timestamptz;
