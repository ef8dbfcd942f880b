-- survived by: 016
-- When somebody had an alert go out although its queue is paused.
alter table alerts add column released_at timestamptz;
-- Who asked for a replay, let an alert through, and settled it; null where nobody did, or before this was stored.
alter table alerts add column asked_by text, add column approved_by text, add column settled_by text;
-- When all that waited was put into the tray last: what still lies there since that moment can be put back.
alter table alert_queues add column cleared_at timestamptz;
