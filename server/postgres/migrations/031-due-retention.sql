-- survived by: 016
-- Whose texts are looked at next, without sorting the rows of everybody.
create index text_retention_due on text_retention (next_at, user_id);
-- The names in the log of a desk that are yet to go: whether a streamer has one must not read the whole log.
create index desk_log_named on desk_log (user_id, at) where donator_name is not null;
