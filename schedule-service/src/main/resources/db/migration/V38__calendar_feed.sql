-- The address of a member's calendar for programs that cannot sign in. Only a hash of its secret is stored.
create table calendar_feed (
    member_id   uuid        not null,
    secret_hash bytea       not null,
    created_at  timestamptz not null,
    constraint calendar_feed_pk primary key (member_id),
    constraint calendar_feed_secret_unique unique (secret_hash),
    constraint calendar_feed_member_fk foreign key (member_id) references member_quota (member_id) on delete cascade
);

comment on table calendar_feed is 'at most one feed of each member. The erasure of the member deletes it';
comment on column calendar_feed.secret_hash is 'SHA-256 of the secret in the address';
