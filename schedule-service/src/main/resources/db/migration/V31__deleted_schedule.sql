-- A deleted schedule stays for 30 days: for the change feed as a deletion, and for a restoration with its content.
create table deleted_schedule (
    id            uuid        not null,
    member_id     uuid        not null,
    change_number bigint      not null,
    deleted_at    timestamptz not null,
    title         text        not null,
    location_id   integer     not null,
    start_at      timestamptz not null,
    end_at        timestamptz not null,
    note          text,
    version       integer     not null,
    created_at    timestamptz not null,
    constraint deleted_schedule_pk primary key (id),
    constraint deleted_schedule_member_fk foreign key (member_id) references member_quota (member_id) on delete cascade,
    constraint deleted_schedule_location_fk foreign key (location_id) references location (id)
);

create unique index deleted_schedule_by_change on deleted_schedule (member_id, change_number);
create index deleted_schedule_deleted_at_idx on deleted_schedule (deleted_at);

-- A trigger also keeps what a pod of the version before, a cascade or an operator deletes. One statement may delete many
-- schedules of many members. The schedules of an erased member are not kept.
create function keep_deleted_schedules() returns trigger language plpgsql set search_path from current as $$
begin
    with owner as (
        select member_id, count(*) as number from removed group by member_id),
    taken as (
        update member_quota q
        set change_number = q.change_number + owner.number, deleted = q.deleted + owner.number
        from owner
        where q.member_id = owner.member_id and q.erased_at is null
        returning q.member_id, q.change_number - owner.number as before)
    insert into deleted_schedule (id, member_id, change_number, deleted_at, title, location_id, start_at, end_at, note,
                                  version, created_at)
    select r.id, r.member_id, taken.before + row_number() over (partition by r.member_id order by r.id), now(), r.title,
           r.location_id, r.start_at, r.end_at, r.note, r.version, r.created_at
    from removed r join taken on taken.member_id = r.member_id;

    if exists (select from removed r join member_quota q on q.member_id = r.member_id where q.deleted > 1000) then
        with surplus as (
            select id
            from (select d.id, row_number() over (partition by d.member_id order by d.change_number desc) as place
                  from deleted_schedule d join member_quota q on q.member_id = d.member_id
                  where q.deleted > 1000 and q.member_id in (select member_id from removed)) as ranked
            where place > 1000),
        dropped as (
            delete from deleted_schedule where id in (select id from surplus) returning member_id, change_number)
        update member_quota q
        set deleted = q.deleted - d.number, changes_from = greatest(q.changes_from, d.last)
        from (select member_id, count(*) as number, max(change_number) as last from dropped group by member_id) d
        where q.member_id = d.member_id;
    end if;
    return null;
end $$;

-- Runs under the row lock that closes the calendar: a later deletion keeps nothing.
create function forget_deleted_schedules() returns trigger language plpgsql set search_path from current as $$
begin
    delete from deleted_schedule where member_id = new.member_id;
    new.deleted := 0;
    return new;
end $$;

create trigger schedule_removed after delete on schedule
    referencing old table as removed for each statement execute function keep_deleted_schedules();
create trigger member_erased before update of erased_at on member_quota
    for each row when (old.erased_at is null and new.erased_at is not null) execute function forget_deleted_schedules();

comment on table deleted_schedule is 'schedules deleted in the last 30 days, at most the last 1,000 of each member; they count for no limit. The erasure of the member deletes them';
comment on column deleted_schedule.change_number is 'number of the deletion in the order of the member''s changes';
comment on column deleted_schedule.version is 'version of the schedule before the deletion; a restoration increments it';
comment on index deleted_schedule_by_change is 'for the change feed: the deletions of a member in their order';
comment on index deleted_schedule_deleted_at_idx is 'for the clean-up';
comment on function keep_deleted_schedules is 'copies deleted schedules to deleted_schedule, numbers the deletions, and removes the oldest above the maximum';
comment on function forget_deleted_schedules is 'deletes the deleted schedules of a member whose erasure begins';
