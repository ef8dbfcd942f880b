-- survived by: 014
-- Both indexes of what is open had the same condition. To a planner that expects next to nothing to be open, going through
-- all that is looked as good as asking for one donor's: only the new one answers for donors now, and never for streamers.
create index donations_pending_by_creator on donations (creator) where status = 'PENDING';
drop index donations_open_by_creator;
