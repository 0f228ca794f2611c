-- Where tokens go when they are dead, a partition for each month; the clean-up makes the partitions and drops old ones.
create table token_history (
    hash        bytea       not null,
    kind        text        not null,
    session_id  uuid        not null,
    account_id  uuid        not null,
    expires_at  timestamptz not null,
    revoked_at  timestamptz,
    archived_at timestamptz not null,
    constraint token_history_pk primary key (hash, archived_at),
    constraint token_history_kind_known check (kind in ('access', 'refresh'))
) partition by range (archived_at);

create index token_history_account_idx on token_history (account_id);
create index token_history_session_idx on token_history (session_id);
