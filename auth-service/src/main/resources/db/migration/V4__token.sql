-- Only SHA-256 hashes: a copy of this table signs nobody in.
create table access_token (
    hash       bytea       not null,
    session_id uuid        not null,
    account_id uuid        not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    constraint access_token_pk primary key (hash),
    constraint access_token_session_fk foreign key (session_id) references session (id) on delete cascade
);

create index access_token_session_idx on access_token (session_id);

create table refresh_token (
    hash       bytea       not null,
    session_id uuid        not null,
    expires_at timestamptz not null,
    rotated_at timestamptz,
    constraint refresh_token_pk primary key (hash),
    constraint refresh_token_session_fk foreign key (session_id) references session (id) on delete cascade
);

create index refresh_token_session_idx on refresh_token (session_id);
