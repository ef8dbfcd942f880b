-- survived by: 016
-- Who has what donors write read aloud, and how. Nobody, unless they say so.
create table speech_settings (
  user_id uuid primary key references users on delete cascade,
  source text not null check (source in ('off', 'browser', 'server')),
  minimum_lamports bigint check (minimum_lamports > 0),
  volume integer not null check (volume between 0 and 100),
  language text not null
);

-- What a server is to say: one row an alert, from its sending until it is said, or too old. The text goes with the row.
create table speeches (
  alert_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  text text not null check (length(text) between 1 and 1000),
  language text not null,
  volume integer not null,
  asked_at timestamptz not null default now(),
  lease_until timestamptz,
  attempts integer not null default 0
);
create index speeches_waiting on speeches (asked_at);

-- How many voices an overlay's browser has; null: it has not said.
alter table overlay_sockets add column voices integer check (voices >= 0);
