-- Personal access tokens. Pods of the version before refuse them by their prefix, and erase them with their account.
create table personal_access_token (
    id           uuid        not null,
    account_id   uuid        not null,
    epoch        bigint      not null,
    hash         bytea       not null,
    name         text        not null,
    scopes       text        not null,
    created_at   timestamptz not null,
    expires_at   timestamptz not null,
    last_used_at timestamptz,
    constraint personal_access_token_pk primary key (id),
    constraint personal_access_token_account_fk foreign key (account_id) references account (id) on delete cascade,
    constraint personal_access_token_hash_unique unique (hash)
);

create index personal_access_token_account_idx on personal_access_token (account_id, created_at);
create index personal_access_token_expires_idx on personal_access_token (expires_at);

comment on table personal_access_token is 'valid personal access tokens, and expired or ended ones until the clean-up; a revoked token has no row; SHA-256 hashes only, so a copy of the table signs in no client';
comment on column personal_access_token.epoch is 'the token is ended if the account''s session_epoch is higher';
comment on column personal_access_token.hash is 'SHA-256 of the token';
comment on column personal_access_token.last_used_at is 'the last recorded use, up to haru.personal-token.use-precision old; null: none';
comment on column personal_access_token.scopes is 'codes of the scopes, separated by spaces';
