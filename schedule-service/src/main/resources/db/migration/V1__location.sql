create table location (
    id   integer not null,
    name text    not null,
    constraint location_pk primary key (id),
    constraint location_name_unique unique (name)
);

insert into location (id, name) values
    (1, 'Home'),
    (2, 'Office'),
    (3, 'School'),
    (4, 'Gym'),
    (5, 'Café'),
    (6, 'Library'),
    (7, 'Park'),
    (8, 'Hospital'),
    (9, 'Online'),
    (10, 'Elsewhere');
