-- outside a transaction
-- survived by: 016
-- What was rolled back and may be in the chain after all, newest first: there is next to nothing of it.
--
create index concurrently if not exists chain_entries_dropped on chain_entries (seen_at) where dropped;
