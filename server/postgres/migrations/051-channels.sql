-- survived by: 044
-- Where a streamer can be seen, as whole https addresses: what donors compare the donation page with.
alter table users add column channels text[] not null default '{}'
  constraint users_channels check (cardinality(channels) <= 5);
