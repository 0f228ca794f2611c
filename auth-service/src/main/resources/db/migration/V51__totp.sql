create table totp (
    factor_id uuid   not null,
    secret    bytea  not null,
    key_id    bytea  not null,
    last_step bigint not null,
    constraint totp_pk primary key (factor_id),
    constraint totp_factor_fk foreign key (factor_id) references factor (id) on delete cascade
);

create index totp_key_idx on totp (key_id);

comment on table totp is 'secrets of authenticator apps (RFC 6238)';
comment on column totp.factor_id is 'the row of factor';
comment on column totp.secret is 'the secret, encrypted with AES-256-GCM under a key of the account';
comment on column totp.key_id is 'identifies the signing secret from which the key derives, for the rotation of signing secrets';
comment on column totp.last_step is 'the time step of the last accepted code; only codes of later steps are accepted';

create table pending_totp (
    account_id uuid        not null,
    secret     bytea       not null,
    expires_at timestamptz not null,
    constraint pending_totp_pk primary key (account_id),
    constraint pending_totp_account_fk foreign key (account_id) references account (id) on delete cascade
);

create index pending_totp_expires_idx on pending_totp (expires_at);

comment on table pending_totp is 'secrets of authenticator apps before the first code';
comment on column pending_totp.account_id is 'the owner';
comment on column pending_totp.secret is 'as totp.secret';
comment on column pending_totp.expires_at is 'until when the first code confirms the secret';
