create table security_event (
    id         uuid        not null default uuidv7(),
    account_id uuid        not null,
    kind       text        not null,
    at         timestamptz not null,
    session_id uuid,
    address    text        not null,
    user_agent text,
    constraint security_event_pk primary key (id),
    constraint security_event_account_fk foreign key (account_id) references account (id) on delete cascade
);

create index security_event_account_idx on security_event (account_id, id);

-- Append-only: what happened is not rewritten. Rows go only with their account.
create function security_event_is_append_only() returns trigger language plpgsql as $$
begin
    raise exception 'security events are append-only';
end
$$;

create trigger security_event_no_update
    before update on security_event
    for each statement execute function security_event_is_append_only();
