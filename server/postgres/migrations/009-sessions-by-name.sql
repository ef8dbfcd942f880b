-- Sessions that their owner can see and end: a public id, and browser and system in words. The token's hash stays inside.
-- Rows of an older server get an id and no device.
alter table sessions
  add column id uuid not null unique default gen_random_uuid(),
  add column device text check (length(device) <= 80);
