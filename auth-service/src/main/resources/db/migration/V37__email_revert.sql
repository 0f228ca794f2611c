-- Former addresses, from which a change can be undone.
create table email_revert (
    token_hash bytea       not null,
    account_id uuid        not null,
    email      text        not null,
    expires_at timestamptz not null,
    constraint email_revert_pk primary key (token_hash),
    constraint email_revert_account_fk foreign key (account_id) references account (id) on delete cascade
);

create index email_revert_account_idx on email_revert (account_id, expires_at);
create index email_revert_expires_idx on email_revert (expires_at);
