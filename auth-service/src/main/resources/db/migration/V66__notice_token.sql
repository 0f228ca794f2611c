-- The tokens of the links in security notices, which end all sessions and start a recovery.
create table notice_token (
    token_hash bytea       not null,
    account_id uuid        not null,
    email_key  text        not null,
    expires_at timestamptz not null,
    constraint notice_token_pk primary key (token_hash),
    constraint notice_token_account_fk foreign key (account_id) references account (id) on delete cascade
);

create index notice_token_account_idx on notice_token (account_id);
create index notice_token_expires_idx on notice_token (expires_at);

comment on table notice_token is 'tokens of the links in security notices, each valid once; the use of one deletes all tokens of the account';
comment on column notice_token.token_hash is 'SHA-256 of the token in the link';
comment on column notice_token.account_id is 'the account of the notice';
comment on column notice_token.email_key is 'account.verified_email_key at the notice; the token is invalid if the account has another';
comment on column notice_token.expires_at is 'until when the token is valid';
