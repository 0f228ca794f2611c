create table location_name (
    location_id integer not null,
    language    text    not null,
    name        text    not null,
    constraint location_name_pk primary key (location_id, language),
    constraint location_name_location_fk foreign key (location_id) references location (id) on delete cascade,
    constraint location_name_language_form check (language ~ '^[a-z]{2,3}$')
);

comment on table location_name is 'the translations; location.name is English';
comment on column location_name.language is 'ISO 639, without en';

insert into location_name (location_id, language, name) values
    (1, 'ko', '집'),
    (2, 'ko', '사무실'),
    (3, 'ko', '학교'),
    (4, 'ko', '헬스장'),
    (5, 'ko', '카페'),
    (6, 'ko', '도서관'),
    (7, 'ko', '공원'),
    (8, 'ko', '병원'),
    (9, 'ko', '온라인'),
    (10, 'ko', '기타 장소');
