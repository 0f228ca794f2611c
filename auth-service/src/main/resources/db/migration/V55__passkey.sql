create table passkey (
    factor_id       uuid    not null,
    credential_id   bytea   not null,
    credential      bytea   not null,
    sign_count      bigint  not null,
    backup_eligible boolean not null,
    backed_up       boolean not null,
    transports      text    not null,
    constraint passkey_pk primary key (factor_id),
    constraint passkey_factor_fk foreign key (factor_id) references factor (id) on delete cascade,
    constraint passkey_credential_unique unique (credential_id)
);

comment on table passkey is 'passkeys (WebAuthn): public keys of authenticators, which hold the private keys';
comment on column passkey.factor_id is 'the row of factor';
comment on column passkey.credential_id is 'the id of the credential from its authenticator';
comment on column passkey.credential is 'attested credential data (WebAuthn 6.5.1): model of the authenticator, credential id, COSE public key';
comment on column passkey.sign_count is 'signature counter of the last use; 0: the authenticator has none';
comment on column passkey.backup_eligible is 'true: the authenticator may copy the passkey to other devices of its owner; it never changes';
comment on column passkey.backed_up is 'true: it was copied, as of its last use';
comment on column passkey.transports is 'how clients can reach the authenticator, comma separated';
