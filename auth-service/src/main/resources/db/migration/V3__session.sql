create table session (
    id           uuid        not null,
    account_id   uuid        not null,
    created_at   timestamptz not null,
    last_used_at timestamptz not null,
    ended_at     timestamptz,
    user_agent   text,
    address      text        not null,
    constraint session_pk primary key (id),
    constraint session_account_fk foreign key (account_id) references account (id) on delete cascade
);

create index session_account_idx on session (account_id);
