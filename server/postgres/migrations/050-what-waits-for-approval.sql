-- survived by: 016
-- What waits for approval besides all or nothing, why an alert does, and for how long at most.
alter table alert_settings
  add column holds_links boolean not null default false,
  add column holds_clips boolean not null default false,
  add column holds_new_donors boolean not null default false,
  add column holds_long_messages boolean not null default false,
  add column shows_held_after_minutes smallint check (shows_held_after_minutes between 1 and 30);
create index alert_settings_show_held on alert_settings (user_id) where shows_held_after_minutes is not null;
alter table alerts add column held_for text[] not null default '{}';
