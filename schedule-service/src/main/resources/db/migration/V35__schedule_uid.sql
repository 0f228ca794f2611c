-- In a migration of its own, as V34.
create unique index schedule_uid_unique on schedule (member_id, uid) where uid is not null;

comment on index schedule_uid_unique is 'an import finds the schedule of a component that it imported before';
