-- outside a transaction
-- survived by: 016
-- Sessions that nobody has used for long are found without reading all others.
create index concurrently if not exists sessions_by_use on sessions (seen_at);
