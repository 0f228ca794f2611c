-- The seed members, each with exactly the requested number of demo schedules. Schedules created by hand stay.
-- Settings: demo.members, demo.schedules, demo.password_hash.

create temporary table seed_name on commit drop as
select 'seed_' || i as nickname
from generate_series(0, current_setting('demo.members')::integer - 1) i;

insert into auth.account (id, nickname, nickname_key, password_hash, version, created_at)
select uuidv7(), nickname, nickname, current_setting('demo.password_hash'), 0, now()
from seed_name
on conflict do nothing;

create temporary table seed on commit drop as
select account.id, account.nickname, account.version, account.created_at
from auth.account
join seed_name on account.nickname_key = seed_name.nickname;

insert into member.member (id, nickname, region_id, account_version, version, created_at, updated_at)
select seed.id, seed.nickname, region.id, seed.version, 0, seed.created_at, seed.created_at
from seed
join member.region on region.name = 'Seoul'
on conflict do nothing;

-- Blocks inserts of schedule-service for these members until the rows are counted below.
insert into schedule.member_quota (member_id, used)
select id, 0
from seed
on conflict (member_id) do update set used = member_quota.used;

create temporary table demo_schedule on commit drop as
select schedule.id, schedule.member_id, row_number() over (partition by schedule.member_id order by schedule.id) as number
from schedule.schedule
join seed on seed.id = schedule.member_id
where schedule.note = 'Demo data';

delete from schedule.schedule
using demo_schedule
where schedule.id = demo_schedule.id
  and demo_schedule.number > current_setting('demo.schedules')::integer;

-- From four weeks ago to four weeks ahead, from 8:00 to 19:45 in Seoul, at full quarter hours, for 30 to 120 minutes.
-- Explicit change numbers, because the trigger that takes them would update the quota row for each schedule.
insert into schedule.schedule (
    member_id, title, location_id, start_at, end_at, note, version, created_at, updated_at, change_number)
select
    drawn.member_id,
    titles.list[drawn.title],
    locations.list[drawn.location],
    drawn.start_at,
    drawn.start_at + drawn.length,
    'Demo data',
    0,
    now(),
    now(),
    quota.change_number + row_number() over (partition by drawn.member_id)
from
    (
        select
            seed.id as member_id,
            random(1, 12) as title,
            random(1, (select count(*)::integer from schedule.location)) as location,
            (date_trunc('day', now() at time zone 'Asia/Seoul')
                + random(-28, 28) * interval '1 day'
                + interval '8 hours'
                + random(0, 47) * interval '15 minutes') at time zone 'Asia/Seoul' as start_at,
            random(2, 8) * interval '15 minutes' as length
        from seed
        left join (select member_id, count(*) as count from demo_schedule group by member_id) have
            on have.member_id = seed.id
        cross join lateral generate_series(coalesce(have.count, 0) + 1, current_setting('demo.schedules')::integer)
    ) drawn
join schedule.member_quota quota on quota.member_id = drawn.member_id
cross join
    (
        select array[
            'Stand-up', 'Design review', 'Lunch with Minji', 'Piano lesson', 'Dentist', 'Gym', 'Korean class',
            'Call with the Busan office', 'Coffee with Jun', 'Reading group', 'Release rehearsal', 'Walk along the Han'
        ] as list
    ) titles
cross join (select array_agg(id) as list from schedule.location) locations;

update schedule.member_quota
set used = counted.used, change_number = greatest(member_quota.change_number, counted.last_change)
from (
    select seed.id, count(schedule.id) as used, coalesce(max(schedule.change_number), 0) as last_change
    from seed
    left join schedule.schedule on schedule.member_id = seed.id
    group by seed.id
) counted
where member_quota.member_id = counted.id
  and (member_quota.used <> counted.used or member_quota.change_number < counted.last_change);
