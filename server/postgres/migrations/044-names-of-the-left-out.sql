-- survived by: 016
-- `alerts_left_out` (039) has taken its place.
drop index alerts_unnamed;
