-- The second factors of accounts. A table of each kind has its secrets or keys.
create table factor (
    id           uuid        not null default uuidv7(),
    account_id   uuid        not null,
    kind         text        not null,
    name         text,
    created_at   timestamptz not null,
    last_used_at timestamptz,
    constraint factor_pk primary key (id),
    constraint factor_account_fk foreign key (account_id) references account (id) on delete cascade
);

create index factor_account_idx on factor (account_id);
create unique index factor_totp_unique on factor (account_id) where kind = 'totp';

comment on table factor is 'second factors of accounts; a table of each kind has its secret or key';
comment on column factor.id is 'the id in the API';
comment on column factor.account_id is 'the owner';
comment on column factor.kind is 'totp; later versions add kinds';
comment on column factor.name is 'a name from the owner; null for kinds of which an account has one';
comment on column factor.created_at is 'when the owner confirmed the factor';
comment on column factor.last_used_at is 'last sign-in or confirmation with the factor; null: none';
