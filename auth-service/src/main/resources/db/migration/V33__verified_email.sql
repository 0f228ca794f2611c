-- The address whose owner has confirmed it: for sign-in and recovery. The column email is what the account claims.
alter table account
    add column verified_email     text,
    add column verified_email_key text,
    add column email_verified_at  timestamptz;

comment on column account.verified_email is 'the confirmed address; stays until another one is confirmed or email is removed';
comment on column account.verified_email_key is 'the address in ASCII and lower case';
