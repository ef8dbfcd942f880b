-- survived by: 016
-- A job of passing money on is deleted once it is done, and made anew when more comes. Were its fences to begin anew as well,
-- a worker that had stood still since an earlier job would hold the fence of this one: they begin at the microsecond.
alter table sweep_jobs alter column fence set default (extract(epoch from clock_timestamp()) * 1000000)::bigint;
alter table token_sweep_jobs alter column fence set default (extract(epoch from clock_timestamp()) * 1000000)::bigint;
