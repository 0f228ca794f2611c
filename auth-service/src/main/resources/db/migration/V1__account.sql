create table account (
    id            uuid        not null,
    nickname      text        not null,
    nickname_key  text        not null,
    email         text,
    email_key     text,
    password_hash text        not null,
    version       bigint      not null,
    created_at    timestamptz not null,
    constraint account_pk primary key (id),
    constraint account_nickname_key_unique unique (nickname_key),
    constraint account_email_key_unique unique (email_key)
);

comment on column account.nickname_key is 'the nickname after NFKC and case folding, so that look-alikes are the same';
comment on column account.email_key is 'the address in lower case';
