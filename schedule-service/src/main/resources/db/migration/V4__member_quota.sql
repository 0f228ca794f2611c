-- One row from a member's first schedule on; whoever writes schedules in bulk writes it, too.
create table member_quota (
    member_id uuid    not null,
    used      integer not null,
    max       integer,
    constraint member_quota_pk primary key (member_id),
    constraint member_quota_used_not_negative check (used >= 0),
    constraint member_quota_max_not_negative check (max >= 0)
);

comment on column member_quota.used is 'how many schedules the member has; kept by the statements that insert and delete them';
comment on column member_quota.max is 'how many the member may have; null: as many as haru.schedule.limit says';
