create table member (
    id              uuid        not null,
    nickname        text        not null,
    email           text,
    region_id       integer     not null,
    time_zone       text,
    account_version bigint      not null,
    version         bigint      not null,
    claimed_until   timestamptz,
    created_at      timestamptz not null,
    updated_at      timestamptz not null,
    constraint member_pk primary key (id),
    constraint member_region_fk foreign key (region_id) references region (id)
);

comment on table member is 'what auth-service knows better (nickname, email) is a copy, unique there and not here';
comment on column member.id is 'the account''s id';
comment on column member.time_zone is 'null: the region''s';
comment on column member.account_version is 'the account''s version that nickname and email were copied from';
comment on column member.claimed_until is 'until then, a change that is being agreed with auth-service owns this version';
