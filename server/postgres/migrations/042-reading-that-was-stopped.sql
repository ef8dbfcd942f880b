-- outside a transaction
-- survived by: 016
-- An overlay that connects again is told whether reading aloud was stopped meanwhile; all other events stay out of this one.
create index concurrently if not exists events_reading_stopped on events (room, at) where name = 'speech';
