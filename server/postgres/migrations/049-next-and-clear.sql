-- survived by: 016
-- When somebody had an alert go out although its queue is paused.
alter table alerts add column released_at timestamptz;
-- When all that waited was put into the tray last: what still lies there since that moment can be put back.
alter table alert_queues add column cleared_at timestamptz;
