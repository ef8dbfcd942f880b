-- survived by: 016
-- Sounds of a streamer's own, to be played by rules. The file is a clip that does not expire before it is deleted.
create table alert_sounds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 160),
  clip_name text not null unique references clips,
  created_at timestamptz not null
);
create index alert_sounds_of_streamer on alert_sounds (user_id, created_at);

-- What is otherwise about alerts from an amount on, or of an exact one. Null: as the streamer's settings say.
create table alert_rules (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('from', 'exact')),
  lamports bigint not null check (lamports > 0),
  card_color text check (card_color ~ '^#[0-9A-Fa-f]{6}$'),
  card_gradient text check (length(card_gradient) <= 8000),
  built_in_sound text,
  sound_id uuid references alert_sounds on delete set null,
  volume integer not null check (volume between 0 and 100),
  shown_ms integer not null check (shown_ms between 1000 and 15000),
  shows_message boolean not null,
  plays_clip boolean not null,
  unique (user_id, kind, lamports),
  check (card_color is not null or card_gradient is null),
  check (built_in_sound is null or sound_id is null)
);
create index alert_rules_by_sound on alert_rules (sound_id) where sound_id is not null;

-- The amount that a test shows; null: the usual one.
alter table alerts add column test_lamports bigint check (test_lamports > 0);
