create table schedule (
    id          uuid        not null default uuidv7(),
    member_id   uuid        not null,
    title       text        not null,
    location_id integer     not null,
    start_at    timestamptz not null,
    end_at      timestamptz not null,
    note        text,
    version     integer     not null default 0,
    created_at  timestamptz not null,
    updated_at  timestamptz not null,
    constraint schedule_pk primary key (id),
    constraint schedule_location_fk foreign key (location_id) references location (id),
    constraint schedule_ends_after_start check (end_at > start_at),
    constraint schedule_lasts_at_most_366_days check (end_at - start_at <= interval '366 days')
);

comment on constraint schedule_lasts_at_most_366_days on schedule is 'bounds how far back a window has to look for what reaches into it';
