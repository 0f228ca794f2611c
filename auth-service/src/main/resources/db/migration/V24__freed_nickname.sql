-- Nicknames that nobody has any more and, for a time, only their last owner may take. The SHA-256 of the nickname's key,
-- since the row outlives an erased account.
create table freed_nickname (
    digest     bytea       not null,
    account_id uuid        not null,
    freed_at   timestamptz not null,
    constraint freed_nickname_pk primary key (digest)
);

create index freed_nickname_account_idx on freed_nickname (account_id);
create index freed_nickname_freed_at_idx on freed_nickname (freed_at);
