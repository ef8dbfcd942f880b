-- outside a transaction
-- survived by: 044
create index concurrently if not exists watches_by_group on watches (group_id) where group_id is not null;
