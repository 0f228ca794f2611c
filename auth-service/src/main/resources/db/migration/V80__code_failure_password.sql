-- The count of wrong codes belongs to the password, since a client with the password and a token can end all sessions. Pods of the
-- version before write no digest, and still begin another count with each epoch.
alter table code_failure add column password_digest bytea;

comment on column code_failure.password_digest is 'SHA-256 of account.password_hash at the first failure; failures of another password no longer count; null: epoch decides';
comment on column code_failure.epoch is 'account.session_epoch at the first failure, for pods of the version before';
