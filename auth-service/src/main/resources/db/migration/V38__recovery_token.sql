create table recovery_token (
    account_id uuid        not null,
    token_hash bytea       not null,
    expires_at timestamptz not null,
    constraint recovery_token_pk primary key (account_id),
    constraint recovery_token_account_fk foreign key (account_id) references account (id) on delete cascade,
    constraint recovery_token_hash_unique unique (token_hash)
);

comment on column recovery_token.token_hash is 'SHA-256 of the token in the link';

create index recovery_token_expires_idx on recovery_token (expires_at);
