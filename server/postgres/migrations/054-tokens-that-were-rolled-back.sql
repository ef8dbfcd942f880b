-- outside a transaction
-- survived by: 016
-- As 053, of tokens.
--
create index concurrently if not exists token_entries_dropped on token_entries (seen_at) where dropped;
