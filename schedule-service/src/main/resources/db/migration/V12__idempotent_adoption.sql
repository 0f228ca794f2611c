-- What an Idempotency-Key has adopted, for as long as it is remembered. Written by the transaction that adopts, so that
-- there is neither a key without its schedules nor the other way round.
create table idempotent_adoption (
    member_id    uuid        not null,
    key          text        not null,
    fingerprint  bytea       not null,
    schedule_ids uuid[]      not null,
    adopted_at   timestamptz not null,
    constraint idempotent_adoption_pk primary key (member_id, key),
    constraint idempotent_adoption_key_length check (length(key) between 1 and 255)
);

create index idempotent_adoption_adopted_at_idx on idempotent_adoption (adopted_at);

comment on column idempotent_adoption.fingerprint is 'SHA-256 of the template and the start: the same key with others is a mistake of the client';
