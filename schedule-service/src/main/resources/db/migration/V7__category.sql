create table category (
    id   integer not null,
    code text    not null,
    icon text    not null,
    constraint category_pk primary key (id),
    constraint category_code_unique unique (code),
    constraint category_code_form check (code ~ '^[a-z][a-z0-9-]{0,39}$')
);

comment on column category.icon is 'the name of a symbol; clients have the picture';

create table category_name (
    category_id integer not null,
    language    text    not null,
    name        text    not null,
    constraint category_name_pk primary key (category_id, language),
    constraint category_name_category_fk foreign key (category_id) references category (id) on delete cascade,
    constraint category_name_language_form check (language ~ '^[a-z]{2,3}$')
);

comment on column category_name.language is 'ISO 639; each category has a name in en at least';

insert into category (id, code, icon) values
    (1, 'fitness', 'dumbbell'),
    (2, 'study', 'book'),
    (3, 'work', 'briefcase'),
    (4, 'health', 'heart'),
    (5, 'home', 'house'),
    (6, 'family', 'people'),
    (7, 'leisure', 'music'),
    (8, 'travel', 'suitcase');

insert into category_name (category_id, language, name) values
    (1, 'en', 'Fitness'), (1, 'de', 'Fitness'), (1, 'ko', '운동'),
    (2, 'en', 'Study'), (2, 'de', 'Lernen'), (2, 'ko', '공부'),
    (3, 'en', 'Work'), (3, 'de', 'Arbeit'), (3, 'ko', '업무'),
    (4, 'en', 'Health'), (4, 'de', 'Gesundheit'), (4, 'ko', '건강'),
    (5, 'en', 'Home'), (5, 'de', 'Haushalt'), (5, 'ko', '집안일'),
    (6, 'en', 'Family'), (6, 'de', 'Familie'), (6, 'ko', '가족'),
    (7, 'en', 'Leisure'), (7, 'de', 'Freizeit'), (7, 'ko', '여가'),
    (8, 'en', 'Travel'), (8, 'de', 'Reisen'), (8, 'ko', '여행');
