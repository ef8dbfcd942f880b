-- survived by: 044
alter table watches validate constraint watches_group;
alter table watches validate constraint watches_read;
