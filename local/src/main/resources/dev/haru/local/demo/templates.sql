-- Twelve templates of seed members, with ratings and adoptions of other seed members. Existing templates stay unchanged.
-- Settings: demo.members.

create temporary table demo_template on commit drop as
select
    -- Fixed ids, so that a second run creates no duplicates.
    ('01930000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid as id,
    number, code, title, description, minutes
from (
    values
        (1, 'fitness', 'Morning run', 'Half an hour along the river before breakfast.', 30),
        (2, 'fitness', 'Strength training', 'Squats, presses and rows; two minutes of rest in between.', 60),
        (3, 'study', 'Study plan', 'Fifty minutes of one subject, then a walk.', 60),
        (4, 'study', 'Korean class', 'New words first, then the dialogue, then the homework.', 90),
        (5, 'work', 'Deep work', 'One task, no messages.', 120),
        (6, 'work', 'Weekly review', 'What went well, what is next, and the inbox to zero.', 45),
        (7, 'health', 'Evening stretch', 'Slowly, from the neck to the ankles.', 15),
        (8, 'home', 'Meal prep', 'Lunches for the week: rice, vegetables, something with chili.', 120),
        (9, 'home', 'Spring cleaning', 'One room each time, windows last.', 180),
        (10, 'family', 'Family dinner', 'Everybody at one table, phones in the other room.', 90),
        (11, 'leisure', 'Piano practice', 'Scales, the difficult eight bars, then something for fun.', 45),
        (12, 'travel', 'Day trip to Busan', 'There by the early train, back by the late one.', 720)
) as made (number, code, title, description, minutes);

create temporary table new_template on commit drop as
select * from demo_template where not exists (select from schedule.template where template.id = demo_template.id);

create temporary table seed_member on commit drop as
select account.id, row_number() over (order by account.id) as number
from auth.account
join generate_series(0, current_setting('demo.members')::integer - 1) i on account.nickname_key = 'seed_' || i;

insert into schedule.template (
    id, owner_id, status, category_id, title, description, duration_minutes, location_id, created_at, updated_at, released_at)
select
    made.id, seed_member.id, 'released', category.id, made.title, made.description, made.minutes,
    (select min(id) from schedule.location), now() - made.number * interval '3 days',
    now() - made.number * interval '1 day', now() - made.number * interval '3 days'
from new_template made
join seed_member on seed_member.number = made.number
join schedule.category on category.code = made.code;

insert into schedule.review (template_id, member_id, rating, rated_at)
select made.id, seed_member.id, 3 + (seed_member.number + made.number) % 3, now()
from new_template made
join seed_member on seed_member.number between made.number + 1 and made.number + 160 / made.number
join schedule.template on template.id = made.id;

insert into schedule.adoption (template_id, member_id, first_adopted_at, last_adopted_at)
select made.id, seed_member.id, now(), now()
from new_template made
join seed_member on seed_member.number between made.number + 1 and made.number + 180 / (13 - made.number)
join schedule.template on template.id = made.id;

-- Refreshes now, not within the next minute, because new users look at the first page first.
do $$
begin
    if exists (select from new_template) then
        refresh materialized view schedule.template_ranking;
    end if;
end
$$;
