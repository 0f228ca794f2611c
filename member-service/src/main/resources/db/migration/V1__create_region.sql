create table region (
    id   integer not null,
    name text    not null,
    zone text    not null,
    constraint region_pk primary key (id),
    constraint region_name_unique unique (name)
);

comment on column region.zone is 'the time zone by its name in the IANA database';
