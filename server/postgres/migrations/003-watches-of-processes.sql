-- What a process watched is free as soon as its row is gone; finding the free and the due ones must not read the rest.
update watches set process_id = null where process_id not in (select id from processes);
alter table watches add constraint watches_process foreign key (process_id) references processes on delete set null;
create index watches_by_time on watches (next_read_at);
