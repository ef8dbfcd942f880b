-- What is asked for with every payment and every stop of a process must not read what is long settled.
create index alerts_unsettled on alerts (user_id) where settled_at is null;
create index alerts_shown on alerts (user_id, settled_at) where settled_how = 'overlay';
update watches set process_id = null where not is_open;
create index watches_by_process on watches (process_id) where process_id is not null;
drop index watches_open;
create index watches_free on watches (donation_id) where is_open and process_id is null;
