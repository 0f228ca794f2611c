create table used_passkey_challenge (
    digest     bytea       not null,
    expires_at timestamptz not null,
    constraint used_passkey_challenge_pk primary key (digest)
);

create index used_passkey_challenge_expires_idx on used_passkey_challenge (expires_at);

comment on table used_passkey_challenge is 'challenges of passkeys that were answered; each is valid once';
comment on column used_passkey_challenge.digest is 'SHA-256 of the challenge in base64url, whose signature proves that this service issued it';
comment on column used_passkey_challenge.expires_at is 'when the challenge is invalid by itself, and the clean-up deletes the row';
