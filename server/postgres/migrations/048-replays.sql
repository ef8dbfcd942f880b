-- outside a transaction
-- survived by: 044
-- Whether a donation whose alert somebody put away was brought back since.
create index concurrently if not exists alerts_replayed on alerts (donation_id) where kind = 'replay';
