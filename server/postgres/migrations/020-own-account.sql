-- survived by: 016
-- An account that its streamer wants deleted, and one that is. Facts: nothing of the money goes away with them.
alter table users
  -- When it becomes final; null: nobody asked for it, or the streamer has changed their mind.
  add column deletes_at timestamptz,
  add column deleted_at timestamptz;

-- How far the deletion of an account has come. Each step commits by itself; who dies is followed by whoever comes next.
create table account_deletions (
  user_id uuid primary key references users,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  -- What the streamer gets back on changing their mind.
  was_accepting boolean not null,
  -- From here on there is no way back: nobody can sign in any more.
  begun_at timestamptz,
  -- The last donation whose texts were removed, oldest first, and whether there are no more.
  after_at timestamptz not null default '-infinity',
  after_id uuid,
  texts_removed_at timestamptz,
  finished_at timestamptz,
  next_at timestamptz not null,
  check (texts_removed_at is null or begun_at is not null),
  check (finished_at is null or texts_removed_at is not null)
);
create index account_deletions_due on account_deletions (next_at) where finished_at is null;

-- Names of deleted accounts, by a keyed hash: for a year nobody can pass for who had one.
create table retired_names (
  name_hash bytea primary key check (length(name_hash) = 32),
  free_at timestamptz not null
);

-- After how many days donors' names and messages go. No row: as the operator has it by default.
create table text_retention (
  user_id uuid primary key references users,
  -- Null: never. Without a choice the row only remembers how far the removing has come.
  days integer check (days in (30, 90, 365)),
  is_chosen boolean not null default false,
  after_at timestamptz not null default '-infinity',
  after_id uuid,
  next_at timestamptz not null default '-infinity',
  check (is_chosen or days is null)
);

-- When a donor's name, message and found words were removed. The money's side of the row stays.
alter table donations add column texts_removed_at timestamptz;
