create table email_verification (
    account_id uuid        not null,
    email      text        not null,
    token_hash bytea       not null,
    code_hash  bytea       not null,
    tries      integer     not null default 0,
    expires_at timestamptz not null,
    constraint email_verification_pk primary key (account_id),
    constraint email_verification_account_fk foreign key (account_id) references account (id) on delete cascade,
    constraint email_verification_token_unique unique (token_hash)
);

comment on column email_verification.token_hash is 'SHA-256 of the token in the link';
comment on column email_verification.code_hash is 'HMAC of the six-digit code';

create index email_verification_expires_idx on email_verification (expires_at);
