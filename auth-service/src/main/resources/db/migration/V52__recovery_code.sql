create table recovery_code (
    account_id uuid        not null,
    code_hash  bytea       not null,
    created_at timestamptz not null,
    used_at    timestamptz,
    constraint recovery_code_pk primary key (account_id, code_hash),
    constraint recovery_code_account_fk foreign key (account_id) references account (id) on delete cascade
);

comment on table recovery_code is 'the recovery codes of accounts with a second factor; new codes replace all earlier ones';
comment on column recovery_code.account_id is 'the owner';
comment on column recovery_code.code_hash is 'SHA-256 of the account id and the code, which has 80 random bits';
comment on column recovery_code.created_at is 'when the owner received the code';
comment on column recovery_code.used_at is 'when the code was used; null: not yet';
