-- survived by: 016
-- Whose texts are looked at next, without sorting the rows of everybody.
create index text_retention_due on text_retention (next_at, user_id);
