-- outside a transaction
-- survived by: 016
-- An overlay that connects again is told what was taken off the stream meanwhile; all other events stay out of this one.
create index concurrently if not exists events_taken_away on events (room, at) where name = 'alert_skipped';
