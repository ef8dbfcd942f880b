-- survived by: 016
-- Whether a process hears of changes of its open addresses: if not, they are read often, whoever reads them. One of an older
-- version does not say so, and counts as one that does not.
alter table processes add column hears_chain boolean not null default false;
