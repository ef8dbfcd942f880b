-- survived by: 016
-- When somebody took off the stream what an overlay had shown to its end already, while its clip was still heard.
alter table alerts add column taken_at timestamptz;
