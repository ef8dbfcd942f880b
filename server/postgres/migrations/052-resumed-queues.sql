-- survived by: 044
-- When a pause of the queue ended last: nobody had a look at what waits for approval before.
alter table alert_queues add column resumed_at timestamptz;
