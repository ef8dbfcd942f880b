-- Donors' audio clips. A row comes before its file and goes after it, so that no file is ever without a row.
create table clips (
  name text primary key check (name ~ '^[a-z2-7]{26}\.(mp3|wav|ogg|m4a|webm)$'),
  mime_type text not null,
  duration_ms integer not null check (duration_ms between 0 and 15000),
  bytes integer not null check (bytes > 0),
  -- Hash of who uploaded it, for the quota; forgotten with the file.
  creator text,
  uploaded_at timestamptz not null,
  -- An hour after the upload; once a donation has claimed it, a day after the upload.
  expires_at timestamptz not null,
  -- Null while the file is being written: such a clip cannot be claimed or heard.
  stored_at timestamptz,
  donation_id uuid unique references donations,
  -- Until when the worker that deletes the file has it to itself.
  lease_until timestamptz,
  deleted_at timestamptz,
  check (expires_at > uploaded_at)
);
create index clips_expiring on clips (expires_at) where deleted_at is null;
create index clips_by_creator on clips (creator) where deleted_at is null;
