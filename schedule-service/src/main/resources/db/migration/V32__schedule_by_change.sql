-- The order of a member's changes, and the position that a page of changes starts after. In a migration of its own, because
-- the locks of V30 would also block reads while the index is built.
create index schedule_by_change on schedule (member_id, change_number, id);

comment on index schedule_by_change is 'for the change feed: the schedules of a member by their last change';
