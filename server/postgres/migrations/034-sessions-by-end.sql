-- outside a transaction
-- survived by: 016
-- Sessions that are past their end are found without reading all others.
create index concurrently if not exists sessions_by_end on sessions (expires_at);
