-- survived by: 010
-- The one code that sets a new password when the old one is lost. 80 random bits: a plain SHA-256 cannot be guessed back.
create table account_recovery (
  user_id uuid primary key references users,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null
);
