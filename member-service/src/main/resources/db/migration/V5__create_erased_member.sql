-- A delivery of the profile that was under way when its member was erased must not bring it back.
create table erased_member (
    id        uuid        not null,
    erased_at timestamptz not null,
    constraint erased_member_pk primary key (id)
);

create index erased_member_erased_at_idx on erased_member (erased_at);

comment on table erased_member is 'nothing but the id, and that for some days only';
