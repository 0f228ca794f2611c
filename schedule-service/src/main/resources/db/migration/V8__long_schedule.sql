-- Few last longer than a day. Found by themselves, they leave all others to be looked for one day back instead of a year.
create index schedule_long on schedule (member_id, start_at, id) where end_at - start_at > interval '1 day';
