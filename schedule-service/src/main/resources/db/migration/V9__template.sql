create table template (
    id               uuid        not null default uuidv7(),
    owner_id         uuid        not null,
    status           text        not null default 'draft',
    category_id      integer     not null,
    title            text        not null,
    description      text        not null,
    duration_minutes integer     not null,
    location_id      integer     not null,
    image_url        text,
    version          integer     not null default 0,
    created_at       timestamptz not null,
    updated_at       timestamptz not null,
    released_at      timestamptz,
    constraint template_pk primary key (id),
    constraint template_category_fk foreign key (category_id) references category (id),
    constraint template_location_fk foreign key (location_id) references location (id),
    constraint template_status_known check (status in ('draft', 'released', 'withdrawn')),
    constraint template_lasts_at_most_366_days check (duration_minutes between 1 and 366 * 24 * 60),
    constraint template_image_is_https check (image_url like 'https://%'),
    constraint template_released_at_some_time check (status = 'draft' or released_at is not null)
);

comment on column template.released_at is 'the first time: who withdraws and releases again is not new for it';
comment on column template.updated_at is 'when its content last changed, or it was first released';

-- What an owner has, newest first: ids grow with time.
create index template_by_owner on template (owner_id, id);

-- The orders by time, over all and in a category; those by rank are in template_ranking.
create index template_newest on template (released_at, id) where status = 'released';
create index template_newest_in_category on template (category_id, released_at, id) where status = 'released';
create index template_updated on template (updated_at, id) where status = 'released';
create index template_updated_in_category on template (category_id, updated_at, id) where status = 'released';

-- What adopting puts into the calendar; without any it is one schedule as long as the template.
create table template_item (
    template_id          uuid    not null,
    position             integer not null,
    title                text    not null,
    starts_after_minutes integer not null,
    duration_minutes     integer not null,
    location_id          integer not null,
    note                 text,
    constraint template_item_pk primary key (template_id, position),
    constraint template_item_template_fk foreign key (template_id) references template (id) on delete cascade,
    constraint template_item_location_fk foreign key (location_id) references location (id),
    constraint template_item_starts_after check (starts_after_minutes >= 0),
    constraint template_item_takes_time check (duration_minutes > 0)
);
