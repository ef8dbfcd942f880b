-- survived by: 016
-- Since when a change of a token account could not be recorded, as watches have it for those of addresses.
alter table token_watches add column look_since timestamptz;
create index token_watches_looks on token_watches (look_since) where look_since is not null;
-- The books are compared with the chain in the order of accounts.
create index token_watches_by_account on token_watches (account);
