-- Not in V9, whose lock also makes reads wait.
create index member_email_key_idx on member (email_key);
create index member_email_key_pending_idx on member (id) where email is not null and keyed_email is distinct from email;
