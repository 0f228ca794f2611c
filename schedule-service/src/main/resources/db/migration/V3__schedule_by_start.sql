-- The order of a member's pages, and the position that a page starts after.
create index schedule_by_start on schedule (member_id, start_at, id);
