-- The time of an expanded schedule is a local time, a date or a recurring instant. Its instants follow from the rules of a
-- time zone, so they are computed when the schedule is read; see decisions 063 and 064. All columns may be null, so pods of
-- the version before continue: start_at and end_at hold the first occurrence for them.
alter table schedule
    add column time_form   text,
    add column local_start timestamp,
    add column local_end   timestamp,
    add column time_zone   text,
    add column recurrence  jsonb,
    add column reach_from  timestamptz,
    add column reach_to    timestamptz,
    add column busy        boolean not null default true,
    add column details     jsonb,
    add column uid         text,
    -- Not valid: the rows of the versions before have none of these columns, so no row needs a check.
    add constraint schedule_time_form_known check (time_form in ('zoned', 'floating', 'dates', 'utc')) not valid,
    add constraint schedule_expanded_complete check (
        num_nonnulls(time_form, local_start, local_end, time_zone, reach_from, reach_to) in (0, 6)
        and (recurrence is null or time_form is not null)) not valid;
alter table deleted_schedule
    add column time_form   text,
    add column local_start timestamp,
    add column local_end   timestamp,
    add column time_zone   text,
    add column recurrence  jsonb,
    add column reach_from  timestamptz,
    add column reach_to    timestamptz,
    add column busy        boolean not null default true,
    add column details     jsonb,
    add column uid         text;

create or replace function keep_deleted_schedules() returns trigger language plpgsql set search_path from current as $$
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
                                  version, created_at, time_form, local_start, local_end, time_zone, recurrence, reach_from,
                                  reach_to, busy, details, uid)
    select r.id, r.member_id, taken.before + row_number() over (partition by r.member_id order by r.id), now(), r.title,
           r.location_id, r.start_at, r.end_at, r.note, r.version, r.created_at, r.time_form, r.local_start, r.local_end,
           r.time_zone, r.recurrence, r.reach_from, r.reach_to, r.busy, r.details, r.uid
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

-- A pod of the version before changes start_at and end_at alone. A single schedule then takes these instants. The local
-- times of a series move with its first occurrence.
create function move_expanded_schedule() returns trigger language plpgsql set search_path from current as $$
begin
    if new.recurrence is null then
        new.time_form := null;
        new.local_start := null;
        new.local_end := null;
        new.time_zone := null;
        new.reach_from := null;
        new.reach_to := null;
    else
        new.local_start := new.start_at at time zone new.time_zone;
        new.local_end := new.end_at at time zone new.time_zone;
        if new.time_form = 'dates' then
            new.local_start := date_trunc('day', new.local_start);
            new.local_end := greatest(date_trunc('day', new.local_end), new.local_start + interval '1 day');
        end if;
        new.local_end := greatest(new.local_end, new.local_start + interval '1 microsecond');
        new.reach_from := new.reach_from + least(new.start_at - old.start_at, interval '0');
        new.reach_to := new.reach_to + greatest(new.start_at - old.start_at, new.end_at - old.end_at, interval '0');
    end if;
    return new;
end $$;

create trigger schedule_moved before update of start_at, end_at on schedule
    for each row when (
        old.time_form is not null
        and (new.start_at, new.end_at) is distinct from (old.start_at, old.end_at)
        and (new.time_form, new.local_start, new.local_end, new.time_zone, new.recurrence)
            is not distinct from (old.time_form, old.local_start, old.local_end, old.time_zone, old.recurrence))
    execute function move_expanded_schedule();

-- A pod of the version before restores a deleted schedule without the new columns. The statement that restores also deletes
-- the row of deleted_schedule, which the trigger still sees. Only restored rows have a version above 0 when they are inserted.
create function complete_restored_schedule() returns trigger language plpgsql set search_path from current as $$
declare
    deleted deleted_schedule;
begin
    select * into deleted from deleted_schedule where id = new.id and member_id = new.member_id;
    if found then
        new.time_form := deleted.time_form;
        new.local_start := deleted.local_start;
        new.local_end := deleted.local_end;
        new.time_zone := deleted.time_zone;
        new.recurrence := deleted.recurrence;
        new.reach_from := deleted.reach_from;
        new.reach_to := deleted.reach_to;
        new.busy := deleted.busy;
        new.details := deleted.details;
        if not exists (select from schedule where member_id = new.member_id and uid = deleted.uid) then
            new.uid := deleted.uid;
        end if;
    end if;
    return new;
end $$;

create trigger schedule_restored before insert on schedule
    for each row when (new.version > 0 and new.time_form is null and new.details is null and new.uid is null)
    execute function complete_restored_schedule();

comment on column schedule.time_form is 'null: start_at and end_at are the time; zoned: local time in time_zone; floating: local time in the time zone of the member; dates: whole days there; utc: recurring instants. A schedule with a form is expanded when it is read';
comment on column schedule.local_start is 'start of the first occurrence in time_zone; for dates, a midnight';
comment on column schedule.local_end is 'end of the first occurrence in time_zone, exclusive; for dates, a midnight';
comment on column schedule.time_zone is 'IANA name; for floating and dates, the time zone of the member at the last change of the time';
comment on column schedule.recurrence is 'null: one occurrence; else the rule (RFC 5545), additional and excluded starts, and the changed occurrences as merge patches (RFC 7396)';
comment on column schedule.reach_from is 'start of the first occurrence by the rules of the time zone at the last change of the time';
comment on column schedule.reach_to is 'end of the last occurrence by the same rules; infinity: the series has no end';
comment on column schedule.busy is 'false: the schedule is free or cancelled, so it counts for no report, busy time or overlap. Changed occurrences may differ';
comment on column schedule.details is 'optional fields, such as place, tags and reminders; null: none';
comment on column schedule.uid is 'UID of the imported iCalendar component (RFC 5545); null: not imported';
comment on function move_expanded_schedule is 'applies a change of a pod of the version before, which knows start_at and end_at alone, to an expanded schedule';
comment on function complete_restored_schedule is 'completes a schedule that a pod of the version before restores';
