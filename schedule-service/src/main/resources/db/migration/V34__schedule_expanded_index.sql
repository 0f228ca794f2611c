-- In a migration of its own, because the locks of V33 would also block reads while the index is built. The rows of the
-- versions before are not in it.
create index schedule_expanded on schedule (member_id, reach_to) where time_form is not null;

comment on index schedule_expanded is 'the expanded schedules of a member; a query for a window reads those whose occurrences may reach the window';
