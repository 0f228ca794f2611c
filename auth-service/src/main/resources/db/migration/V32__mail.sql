-- The outbox of mails. A row outlives its mail for a day, for the limit of mails to one recipient.
create table mail (
    id              uuid        not null,
    recipient       bytea       not null,
    template        text        not null,
    sealed          text,
    created_at      timestamptz not null,
    expires_at      timestamptz not null,
    attempts        integer     not null default 0,
    next_attempt_at timestamptz,
    constraint mail_pk primary key (id)
);

comment on column mail.recipient is 'an HMAC of the address, so that the table names nobody';
comment on column mail.sealed is 'address and content, encrypted, in Base64; null after the delivery';
comment on column mail.next_attempt_at is 'null after the delivery, and after the service gave up';

create index mail_due_idx on mail (next_attempt_at) where next_attempt_at is not null;
create index mail_recipient_idx on mail (recipient, template, created_at);
create index mail_created_idx on mail (created_at);
