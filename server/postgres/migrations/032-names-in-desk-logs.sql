-- outside a transaction
-- survived by: 016
-- The names in the log of a desk that are yet to go: whether a streamer has one must not read the whole log.
create index concurrently if not exists desk_log_named on desk_log (user_id, at) where donator_name is not null;
