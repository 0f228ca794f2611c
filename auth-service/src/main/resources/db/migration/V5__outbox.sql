create table outbox (
    id              bigint      not null generated always as identity,
    account_id      uuid        not null,
    payload         jsonb       not null,
    created_at      timestamptz not null,
    refusals        integer     not null default 0,
    next_attempt_at timestamptz not null,
    constraint outbox_pk primary key (id)
);

create index outbox_account_idx on outbox (account_id, id);
create index outbox_due_idx on outbox (next_attempt_at, id);
