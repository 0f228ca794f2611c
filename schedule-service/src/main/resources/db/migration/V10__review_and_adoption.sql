create table review (
    template_id uuid        not null,
    member_id   uuid        not null,
    rating      smallint    not null,
    rated_at    timestamptz not null,
    constraint review_pk primary key (template_id, member_id),
    constraint review_template_fk foreign key (template_id) references template (id) on delete cascade,
    constraint review_rating_range check (rating between 1 and 5)
);

-- For the member's erasure.
create index review_by_member on review (member_id);

-- Once for each member, however often: so the ranking counts who adopts, not how often.
create table adoption (
    template_id      uuid        not null,
    member_id        uuid        not null,
    times            integer     not null default 1,
    first_adopted_at timestamptz not null,
    last_adopted_at  timestamptz not null,
    constraint adoption_pk primary key (template_id, member_id),
    constraint adoption_template_fk foreign key (template_id) references template (id) on delete cascade,
    constraint adoption_times_positive check (times > 0)
);

create index adoption_by_member on adoption (member_id);
