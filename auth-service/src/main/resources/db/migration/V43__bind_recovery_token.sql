-- A recovery link becomes invalid when the verified address or the password of its account changes. A pod of the version before
-- writes neither column. This version refuses its links, and the owner requests another one.
alter table recovery_token
    add column email_key       text,
    add column password_digest bytea;

comment on column recovery_token.email_key is 'account.verified_email_key at the delivery; null in rows of earlier versions';
comment on column recovery_token.password_digest is 'SHA-256 of account.password_hash at the delivery; null in rows of earlier versions';
comment on column recovery_token.token_hash is 'SHA-256 of the token in the link; after its use the SHA-256 of that, which belongs to no token';
