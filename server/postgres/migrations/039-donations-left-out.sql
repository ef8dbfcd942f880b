-- outside a transaction
-- survived by: 016
-- Alerts of whose donation viewers are told neither name nor message, replays too; `alerts_unnamed` is no longer used.
create index concurrently if not exists alerts_left_out on alerts (user_id) include (donation_id)
  where kind <> 'test'
    and ((held_at is not null and approved_at is null) or settled_how = 'rejected' or (is_masked and found_words = '{}'));
