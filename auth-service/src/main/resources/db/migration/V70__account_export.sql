-- Archives of the data of accounts. The relay of exports gathers an archive in parts, and deletes it a day after its completion.
-- Pods of the version before know neither table. Their erasure deletes the account, and with it these rows.
create table account_export (
    id              uuid        not null,
    account_id      uuid        not null,
    requested_at    timestamptz not null,
    section         text        not null,
    after           uuid,
    parts           integer     not null default 0,
    json_bytes      bigint      not null default 0,
    stored_bytes    bigint      not null default 0,
    attempts        integer     not null default 0,
    next_attempt_at timestamptz,
    completed_at    timestamptz,
    failed_at       timestamptz,
    expires_at      timestamptz,
    constraint account_export_pk primary key (id),
    constraint account_export_account_fk foreign key (account_id) references account (id) on delete cascade
);

comment on table account_export is 'archives of the data of accounts, from the request until a day after the completion';
comment on column account_export.section is 'the section of the archive that is gathered next';
comment on column account_export.after is 'the last item of that section in the archive; null: no item yet';
comment on column account_export.parts is 'number of rows in account_export_part';
comment on column account_export.json_bytes is 'length of the archive as JSON';
comment on column account_export.stored_bytes is 'length of all parts as stored';
comment on column account_export.attempts is 'failed attempts to gather the next part';
comment on column account_export.next_attempt_at is 'when the next part is gathered, or the end of the lease of a relay; null: complete or failed';
comment on column account_export.completed_at is 'when the last part was stored; null: not complete';
comment on column account_export.failed_at is 'when the relay gave up; null: it did not';
comment on column account_export.expires_at is 'when the row is deleted; null: not complete and not failed';

create unique index account_export_pending_idx on account_export (account_id) where next_attempt_at is not null;
create index account_export_due_idx on account_export (next_attempt_at) where next_attempt_at is not null;
create index account_export_account_idx on account_export (account_id, requested_at);
create index account_export_expires_idx on account_export (expires_at) where expires_at is not null;

create table account_export_part (
    export_id uuid    not null,
    position  integer not null,
    sealed    bytea   not null,
    constraint account_export_part_pk primary key (export_id, position),
    constraint account_export_part_export_fk foreign key (export_id) references account_export (id) on delete cascade
);

comment on table account_export_part is 'the parts of the archives; their texts, one after another, are a JSON document';
comment on column account_export_part.sealed is 'the part as gzipped text, encrypted';

-- Encrypted bytes do not compress, so that PostgreSQL need not try.
alter table account_export_part alter column sealed set storage external;
