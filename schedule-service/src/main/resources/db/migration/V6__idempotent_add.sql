-- What an Idempotency-Key has added, for as long as it is remembered. Written by the statement that adds, so that there is
-- neither a key without its schedule nor, after a crash, a schedule without its key.
create table idempotent_add (
    member_id   uuid        not null,
    key         text        not null,
    fingerprint bytea       not null,
    schedule_id uuid        not null,
    overlapping    uuid[]      not null,
    added_at    timestamptz not null,
    constraint idempotent_add_pk primary key (member_id, key),
    constraint idempotent_add_key_length check (length(key) between 1 and 255)
);

create index idempotent_add_added_at_idx on idempotent_add (added_at);

comment on column idempotent_add.fingerprint is 'SHA-256 of the plan: the same key with another one is a mistake of the client';
comment on column idempotent_add.overlapping is 'what the first answer reported';
