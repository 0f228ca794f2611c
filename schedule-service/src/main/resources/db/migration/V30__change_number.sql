-- Each change of a member's schedules takes the next number under the lock of the quota row. Numbers therefore become
-- visible in their order. The triggers also number the changes of pods of the version before.
alter table member_quota
    add column change_number bigint not null default 0,
    add column changes_from bigint not null default 0,
    add column deleted integer not null default 0;
alter table schedule add column change_number bigint not null default 0;

create function number_schedule() returns trigger language plpgsql set search_path from current as $$
begin
    insert into member_quota as q (member_id, used, change_number) values (new.member_id, 0, 1)
    on conflict (member_id) do update set change_number = q.change_number + 1
    returning q.change_number into new.change_number;
    return new;
end $$;

-- The statement that adds a schedule takes the number with the place in the quota, so the trigger does nothing for it.
create trigger schedule_added before insert on schedule
    for each row when (new.change_number = 0) execute function number_schedule();
create trigger schedule_changed before update on schedule
    for each row when (new.change_number = old.change_number) execute function number_schedule();

comment on column member_quota.change_number is 'number of the last change of this member''s schedules; 0: no change since the numbers exist';
comment on column member_quota.changes_from is 'highest number of a deletion that was removed from deleted_schedule; an earlier sync token is expired';
comment on column member_quota.deleted is 'number of this member''s rows in deleted_schedule';
comment on column schedule.change_number is 'number of the last change in the order of the member''s changes; 0: no change since the numbers exist';
comment on function number_schedule is 'takes the next change number of the member; the update locks the quota row until the transaction ends';
