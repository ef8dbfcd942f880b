-- survived by: 016
-- Words that a filter found stand in every alert of a donation, also in replays. They go with its texts, and with those
-- that have gone.
create index alerts_found_words on alerts (donation_id) where found_words <> '{}';
update alerts set found_words = '{…}'
where found_words <> '{}' and donation_id in (select id from donations where texts_removed_at is not null);
