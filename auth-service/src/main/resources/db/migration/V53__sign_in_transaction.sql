create table sign_in_transaction (
    token_hash bytea       not null,
    account_id uuid        not null,
    epoch      bigint      not null,
    tries      integer     not null default 0,
    expires_at timestamptz not null,
    constraint sign_in_transaction_pk primary key (token_hash),
    constraint sign_in_transaction_account_fk foreign key (account_id) references account (id) on delete cascade
);

create index sign_in_transaction_account_idx on sign_in_transaction (account_id, expires_at);
create index sign_in_transaction_expires_idx on sign_in_transaction (expires_at);

comment on table sign_in_transaction is 'sign-ins with a right password that wait for the second factor';
comment on column sign_in_transaction.token_hash is 'SHA-256 of the token';
comment on column sign_in_transaction.account_id is 'the account whose password was right';
comment on column sign_in_transaction.epoch is 'account.session_epoch at the password check; the transaction is invalid if the account has another';
comment on column sign_in_transaction.tries is 'number of wrong codes';
comment on column sign_in_transaction.expires_at is 'until when a code completes the sign-in';

create table code_failure (
    account_id uuid        not null,
    source     uuid        not null,
    epoch      bigint      not null,
    failures   integer     not null,
    since      timestamptz not null,
    constraint code_failure_pk primary key (account_id, source),
    constraint code_failure_account_fk foreign key (account_id) references account (id) on delete cascade
);

create index code_failure_since_idx on code_failure (since);

comment on table code_failure is 'wrong second factors of accounts in a window of time';
comment on column code_failure.account_id is 'the account';
comment on column code_failure.source is 'the known device or the session; zeros for all unknown devices together';
comment on column code_failure.epoch is 'account.session_epoch at the first failure; failures of another epoch no longer count';
comment on column code_failure.failures is 'number of wrong codes since the first one of the window';
comment on column code_failure.since is 'begin of the window';
