-- survived by: 016
-- What keeps donations off a streamer's stream. `key` is what a donation is looked up by: the address, the name as names
-- are compared, or the letters of a word's first word (server/domain/moderation/block-list.ts).
create table blocks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  kind text not null check (kind in ('wallet', 'name', 'word')),
  value text not null check (length(value) between 1 and 200),
  key text not null,
  -- What equal entries have in common: of those, one is enough.
  folded text not null,
  created_at timestamptz not null,
  added_by text not null,
  role text not null check (role in ('streamer', 'tool', 'moderator'))
);
create unique index blocks_once on blocks (user_id, kind, folded);
create index blocks_by_key on blocks (user_id, kind, key);

-- Whose money a payment was. Entries from before have none: nobody asked the chain.
alter table chain_entries add column payers text[] not null default '{}';

-- By which entry a donation is kept off the stream, as it stood there then: the entry itself may be gone.
alter table donations
  add column block_id uuid,
  add column block_kind text check (block_kind in ('wallet', 'name', 'word')),
  add column block_value text,
  add constraint donations_block_whole check (num_nonnulls(block_id, block_kind, block_value) in (0, 3));
create index donations_by_block on donations (block_id, blocked_at) where block_id is not null;
